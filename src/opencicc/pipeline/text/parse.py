"""Pipeline text to Steps and back: `name<a;b>(inner,inner)`, comma separated, nested.

    function(sroa,loop-mssa(licm)),memory-space-opt<first-time;warnings>

Steps need no manager around them: the registry knows each pass's level. Managers are kept where they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from opencicc.errors import UsageError
from opencicc.passes.registry import Kind, Status, analysis_level, find_pass, has_pass
from opencicc.pipeline.run.conditions import CONDITIONS, is_condition
from opencicc.pipeline.step import ANALYSIS_VERBS, MANAGERS, Step

NAME = re.compile(r"[A-Za-z0-9_.-]+")
PIPELINE_NAMES = ("nvopt", "default")  # expanded by names.py, like a pass in the text

# What may stand directly inside a manager.
ALLOWED_INSIDE = {
    "module": tuple(Kind),
    "cgscc": (Kind.CGSCC, Kind.FUNCTION, Kind.LOOP, Kind.LOOP_MSSA, Kind.LOOPNEST),
    "devirt": (Kind.CGSCC, Kind.FUNCTION),
    "function": (Kind.FUNCTION, Kind.LOOP, Kind.LOOP_MSSA, Kind.LOOPNEST),
    "loop": (Kind.LOOP, Kind.LOOPNEST),
    "loop-mssa": (Kind.LOOP, Kind.LOOP_MSSA, Kind.LOOPNEST),
    "machine": (Kind.MACHINE,),
    "repeat": tuple(Kind),
    "when": tuple(Kind),
}


def print_pipeline(steps: Iterable[Step]) -> str:
    """The text of the steps, one line."""
    return ",".join(step.text for step in steps)


def parse_pipeline(text: str, at: str = "pipeline text") -> tuple[Step, ...]:
    """The steps that the text spells. Pipeline names such as `nvopt<O3>` stay one step: see names.py."""
    parser = _Parser(text, at)
    steps = parser.sequence()
    if parser.position < len(text):
        raise parser.error(f"'{text[parser.position]}' has no counterpart")
    return steps


class _Parser:
    """One pass over the text; `position` is where it stands."""

    def __init__(self, text: str, at: str) -> None:
        self.text = text
        self.at = at
        self.position = 0

    def error(self, what: str) -> UsageError:
        return UsageError(f"bad pipeline: {what}", at=f"{self.at}, column {self.position + 1}", fix=GRAMMAR)

    def peek(self) -> str:
        while self.text[self.position : self.position + 1].isspace():
            self.position += 1
        return self.text[self.position : self.position + 1]

    def sequence(self) -> tuple[Step, ...]:
        steps = [self.element()]
        while self.peek() == ",":
            self.position += 1
            steps.append(self.element())
        return tuple(steps)

    def element(self) -> Step:
        self.peek()
        start = f"{self.at}, column {self.position + 1}"
        match = NAME.match(self.text, self.position)
        if match is None:
            raise self.error("a pass name is missing here")
        self.position = match.end()
        groups = []
        while self.peek() == "<":
            groups.append(self.group())
        children: tuple[Step, ...] = ()
        if self.peek() == "(":
            self.position += 1
            children = self.sequence()
            if self.peek() != ")":
                raise self.error("a ')' is missing here")
            self.position += 1
        return _make_step(match[0], groups, children, start)

    def group(self) -> str:
        """The text between '<' and its '>'."""
        start, depth = self.position + 1, 0
        while self.position < len(self.text):
            depth += {"<": 1, ">": -1}.get(self.text[self.position], 0)
            self.position += 1
            if depth == 0:
                return self.text[start : self.position - 1]
        raise self.error("a '>' is missing")


GRAMMAR = "write pass,pass<parameter;parameter>,function(pass,loop(pass))"


def _make_step(name: str, groups: list[str], children: tuple[Step, ...], at: str) -> Step:
    if name in MANAGERS:
        return _make_manager(name, groups, children, at)
    if children:
        raise UsageError(f"'{name}' takes no passes inside", at=at, fix=f"managers are {', '.join(MANAGERS)}")
    if name in ANALYSIS_VERBS:
        return _make_analysis(name, groups, at)
    if groups and has_pass(f"{name}<{groups[0]}>"):
        name, groups = f"{name}<{groups[0]}>", groups[1:]
    params = tuple(word for group in groups for word in group.split(";") if word)
    if name in PIPELINE_NAMES:
        return Step(name, params)
    info = find_pass(name, at)
    if info.status is Status.REFUSED:
        raise UsageError(f"pass '{name}' is not run here: {info.reason}", at=at)
    if info.kind is Kind.ANALYSIS:
        raise UsageError(
            f"'{name}' is an analysis, not a pass", at=at, fix=f"write print<{name}> to see it, or require<{name}>"
        )
    for word in params:
        info.check_param(word, at)
    return Step(info.name, params)


def _make_manager(name: str, groups: list[str], children: tuple[Step, ...], at: str) -> Step:
    if not children:
        raise UsageError(f"'{name}' needs passes inside", at=at, fix=f"write {name}(pass,...)")
    params = tuple(group for group in groups if group)
    if name in ("devirt", "repeat"):
        if len(params) != 1 or not params[0].isdigit() or int(params[0]) < 1:
            raise UsageError(f"'{name}' needs a count", at=at, fix=f"write {name}<4>(pass,...)")
    elif name == "when":
        if len(params) != 1 or not is_condition(params[0]):
            known = ", ".join(CONDITIONS)
            raise UsageError(
                f"'when' needs one condition, not '{';'.join(params)}'", at=at, fix=f"conditions are {known}"
            )
    elif params and not (name == "function" and params == ("eager-inv",)):
        raise UsageError(f"'{name}' takes no parameter '{params[0]}'", at=at)
    for child in children:
        _check_nesting(name, child, at)
    return Step(name, params, children)


def _check_nesting(manager: str, child: Step, at: str) -> None:
    if child.name in PIPELINE_NAMES:
        raise UsageError(f"'{child.text}' only stands at the top level", at=at)
    if child.kind not in ALLOWED_INSIDE[manager]:
        kind = child.kind.value
        raise UsageError(
            f"'{child.name}' is a {kind} pass: it cannot stand inside {manager}(...)",
            at=at,
            fix=f"write {kind}({child.name}) or leave the manager out",
        )


def _make_analysis(verb: str, groups: list[str], at: str) -> Step:
    name = groups[0] if len(groups) == 1 else ""
    if not analysis_level(name) and not (verb == "invalidate" and name == "all"):
        raise UsageError(f"unknown analysis '{name}'", at=at, fix=f"write {verb}<domtree>, say")
    return Step(verb, (name,))
