"""PTX text to a MachineModule; printing the module again gives the same bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from functools import partial
from typing import TypeVar

from opencicc.errors import InputError
from opencicc.machine import lexer
from opencicc.machine.declarations import (
    parse_header,
    parse_prototype,
    parse_registers,
    parse_table,
    parse_variables,
)
from opencicc.machine.ir import (
    Block,
    Detail,
    Directive,
    Guard,
    Instr,
    MachineFunction,
    MachineModule,
    Prototype,
    Reg,
    Table,
    split_opcode,
)
from opencicc.machine.operands import Scope

Declared = TypeVar("Declared")
BLOCK_ENDS = frozenset({"bra", "brx", "ret", "exit", "trap"})
VARIABLE_SPACES = frozenset({".global", ".shared", ".const", ".local", ".param", ".tex"})
LINKAGE_WORDS = frozenset({".visible", ".extern", ".weak", ".common", ".internal"})


def parse(text: str, name: str = "<ptx>", unread: Container[int] = ()) -> MachineModule:
    """Read a whole PTX file; `name` is what errors call it, `unread` says where the braces of bodies stand that stay text.

    Such a body ends at the first line that begins with a brace.
    """
    parser = Parser(text, name, unread)
    try:
        return parser.module()
    except (AssertionError, AttributeError, LookupError, RecursionError, StopIteration, TypeError, ValueError):
        raise parser.error("cannot read this statement") from None


class Parser:
    """A cursor over the text: position and line number move past one statement at a time."""

    def __init__(self, text: str, name: str, unread: Container[int] = ()) -> None:
        self.text = text
        self.name = name
        self.unread = unread
        self.position = 0
        self.line = 1

    def module(self) -> MachineModule:
        module = MachineModule()
        while True:
            start = self.position
            body_start = self.end_of(lexer.LEAD)
            if body_start == len(self.text):
                module.tail_text = self.text[start:]
                return module
            self.advance(body_start)
            function = lexer.FUNCTION.match(self.text, body_start)
            if function:
                module.items.append(self.function(start, function["linkage"], function["kind"], function.end()))
            else:
                module.items.append(self.directive(start, body_start))

    def end_of(self, pattern: re.Pattern[str]) -> int:
        match = pattern.match(self.text, self.position)
        if match is None:
            raise self.error("cannot read this statement")
        return int(match.end())

    def advance(self, end: int) -> None:
        self.line += self.text.count("\n", self.position, end)
        self.position = end

    def error(self, what: str) -> InputError:
        line_text = self.text[self.position :].split("\n", 1)[0].strip()
        return InputError(f"{what}: '{line_text[:60]}'", at=f"{self.name}, line {self.line}", fix="is this PTX?")

    def directive(self, start: int, body_start: int) -> Directive:
        """The directive at `body_start`; its text starts at `start`, with the trivia before it."""
        match = lexer.DIRECTIVE.match(self.text, body_start)
        if match is None:
            raise self.error("expected a directive, a variable or a function")
        kind, line = match[0], self.line
        if kind == ".section":
            self.advance(self.end_of(lexer.SECTION))
        elif kind in lexer.LINE_DIRECTIVES:
            self.advance(self.end_of(lexer.TO_LINE_END))
        else:
            self.advance(self.end_of(lexer.TO_SEMICOLON))
        return Directive(kind, self.text[start : self.position], line, self.detail(kind, body_start))

    def detail(self, kind: str, body_start: int) -> Detail:
        if kind == ".reg":
            return self.declaration(parse_registers, body_start, self.position)
        if kind in VARIABLE_SPACES or kind in LINKAGE_WORDS:
            return self.declaration(parse_variables, body_start, self.position - 1)
        return None

    def declaration(self, read: Callable[[str], Declared], start: int, end: int) -> Declared:
        """Read a declaration; whatever is wrong in it becomes an error at its line."""
        try:
            return read(self.text[start:end])
        except (ValueError, IndexError):
            self.line -= self.text.count("\n", start, self.position)
            self.position = start
            raise self.error("cannot read this declaration") from None

    def function(self, start: int, linkage: str, kind: str, header_start: int) -> MachineFunction:
        line = self.line
        self.advance(header_start)
        header = lexer.HEADER.match(self.text, header_start)
        if header is None:
            raise self.error("a function header without a body or semicolon")
        name, params, returns, limits = self.declaration(parse_header, header_start, header.start(1))
        function = MachineFunction(
            name=name,
            kind=kind,
            linkage=tuple(word for word in lexer.without_comments(linkage).replace(".", " ").split()),
            params=params,
            returns=returns,
            limits=limits,
            is_declaration=header[1] == ";",
            line=line,
        )
        end = header.end()
        if header.start(1) in self.unread:
            function.is_unread, end = True, self.text.index("\n}", end) + len("\n}")
        self.advance(end)
        function.header_text = self.text[start:end]
        if not function.is_declaration and not function.is_unread:
            BodyParser(self, function).run()
        return function


class BodyParser:
    """Fills a function's blocks from the statements up to its closing brace."""

    def __init__(self, parser: Parser, function: MachineFunction) -> None:
        self.parser = parser
        self.function = function
        self.scope = Scope(0, None)
        self.block = Block(line=parser.line)
        function.blocks.append(self.block)

    def run(self) -> None:
        parser, text = self.parser, self.parser.text
        match_statement = lexer.STATEMENT.match
        while True:
            start = parser.position
            match = match_statement(text, start)
            if match is None:
                parser.advance(parser.end_of(lexer.LEAD))
                raise parser.error("cannot read this statement")
            kind = match.lastgroup
            if kind == "operands":
                self.instruction(match)
            elif kind == "label":
                self.label(match)
            elif kind == "directive":
                parser.advance(match.start("directive"))
                directive = parser.directive(start, parser.position)
                if directive.kind == ".reg":
                    self.scope.declare(directive.detail)  # type: ignore[arg-type]
                self.block.body.append(directive)
            elif self.brace(match):
                return

    def instruction(self, match: re.Match[str]) -> None:
        parser = self.parser
        lead, _, negation, guard_name, opcode, operands = match.group(1, 2, 3, 4, 5, 6)
        line = parser.line
        if lead:
            line += lead.count("\n")
        guard = None
        if guard_name is not None:
            register = self.scope.parse(guard_name)
            if not isinstance(register, Reg):
                raise parser.error(f"the guard '{guard_name}' is not a declared register")
            guard = Guard(register, negation == "!")
        if "/" in operands:
            operands = lexer.without_comments(operands)
        text = match.group()
        instr = Instr(opcode, self.scope.parse_list(operands.strip()), guard, line, text)
        parser.line += text.count("\n")
        parser.position += len(text)
        self.block.body.append(instr)
        if split_opcode(opcode)[0] in BLOCK_ENDS:
            self.start_block(None, "")

    def start_block(self, label: str | None, label_text: str) -> None:
        self.block = Block(label, label_text, scope=self.scope.number, line=self.parser.line)
        self.function.blocks.append(self.block)

    def label(self, match: re.Match[str]) -> None:
        parser = self.parser
        start, end = parser.position, match.end()
        name = match.group("label")
        parser.advance(end)
        body_start = parser.end_of(lexer.LEAD)
        kind = lexer.DIRECTIVE.match(parser.text, body_start)
        if kind and kind[0] in (".branchtargets", ".calltargets", ".callprototype"):
            self.labelled_table(name, kind[0], start, kind.end())
            return
        block = self.block
        if block.label is None and not block.body and len(self.function.blocks) > 1:
            block.label, block.label_text, block.line = name, parser.text[start:end], parser.line
            block.scope = self.scope.number
        else:
            self.start_block(name, parser.text[start:end])

    def labelled_table(self, name: str, kind: str, start: int, detail_start: int) -> None:
        parser, line = self.parser, self.parser.line
        parser.advance(parser.end_of(lexer.TO_SEMICOLON))
        read: Callable[[str, str], Table | Prototype] = parse_prototype if kind == ".callprototype" else parse_table
        detail = parser.declaration(partial(read, name), detail_start, parser.position - 1)
        self.block.body.append(Directive(kind, parser.text[start : parser.position], line, detail))

    def brace(self, match: re.Match[str]) -> bool:
        """Take a brace; True when it closes the function."""
        parser = self.parser
        text = match.group()
        is_open = match.group("brace") == "{"
        parser.advance(match.end())
        if is_open:
            number = len(self.function.scope_parents)
            self.function.scope_parents.append(self.scope.number)
            self.scope = Scope(number, self.scope)
        elif self.scope.parent is None:
            self.function.tail_text = text
            return True
        else:
            self.scope = self.scope.parent
        self.block.body.append(Directive("{" if is_open else "}", text, parser.line))
        return False
