"""Plans handed over by passes on IR: values to compute again at a given place, marked in the PTX itself.

Code generation merges equal computations, so a clone made on IR rarely reaches the PTX. A pass on IR says instead where
it wants one: an inline assembly of one move with a mark in front, which code generation can't look into.

    %again = call i32 asm "// opencicc.pull\\0A\\09mov.b32 $0, $1;", "=r,r"(i32 %value)     ; pull_assembly(32)

In the PTX stands `// opencicc.pull` (with a number, so that no two are equal) and `mov.b32 %r9, %r5;` in a row; here the move becomes the instructions that make %r5,
down to constants, parameters, special registers and values that are the same at this place. What can't be computed again
stays a move, which costs nothing: ptxas gives both one register.

The other mark, `// opencicc.keep`, stands where a pass on IR has made a clone itself and hides one of its operands from
code generation. It stays as it is; how many of both kinds are in the PTX is how many clones survived.
"""

from __future__ import annotations

from opencicc.machine.edits import rename_uses
from opencicc.machine.ir import Instr, MachineFunction, Reg
from opencicc.machine.remat.apply import remove_unread
from opencicc.machine.remat.survey import Survey

PULL_MARK = "opencicc.pull"
KEEP_MARK = "opencicc.keep"
_CONSTRAINTS = {16: "h", 32: "r", 64: "l"}
_FLOAT_CONSTRAINTS = {"float": "f", "double": "d"}


def pull_assembly(bits: int, number: int = 0, kind: str = "integer") -> tuple[str, str]:
    """Text and constraints of the inline assembly that asks for a value of so many bits to be computed again."""
    return _assembly(PULL_MARK, bits, number, kind)


def keep_assembly(bits: int, number: int = 0, kind: str = "integer") -> tuple[str, str]:
    """The same for a move that hides where its operand comes from, and nothing more."""
    return _assembly(KEEP_MARK, bits, number, kind)


def _assembly(mark: str, bits: int, number: int, kind: str) -> tuple[str, str]:
    letter = _FLOAT_CONSTRAINTS.get(kind, _CONSTRAINTS[bits])
    numbered = f"{mark} {number}" if number else mark
    return f"// {numbered}\n\tmov.b{bits} $0, $1;", f"={letter},{letter}"


def has_marks(function: MachineFunction) -> bool:
    return any(is_marked(instr) for instr in function.instrs)


def is_marked(instr: Instr) -> bool:
    return instr.base == "mov" and instr.text is not None and PULL_MARK in instr.text


def carry_out(survey: Survey) -> tuple[int, int]:
    """Put the definitions in the places of the marked moves; how many were, and how many stay moves."""
    function, done, left = survey.function, 0, 0
    made_again: set[Reg] = set()
    for position, block in enumerate(function.blocks):
        body: list[object] = []
        for statement in block.body:
            clones = _definitions(survey, statement, position) if _is_pull(statement) else []
            done += bool(clones)
            left += _is_pull(statement) and not clones
            body += clones or [statement]
            if clones:
                made_again.update(_source_chain(survey, statement))  # type: ignore[arg-type]
        block.body[:] = body  # type: ignore[assignment]
    remove_unread(function, made_again, survey.pullable.is_movable)
    return done, left


def _is_pull(statement: object) -> bool:
    return isinstance(statement, Instr) and is_marked(statement)


def _source_chain(survey: Survey, move: Instr) -> list[Reg]:
    chain = survey.pullable.chain(survey.live.index[move.operands[1]])  # type: ignore[index]
    return [survey.live.registers[step] for step in chain.steps] if chain else []


def _definitions(survey: Survey, move: object, block: int) -> list[Instr]:
    """The chain of a move's source, its last instruction writing the move's result; nothing where that can't be."""
    assert isinstance(move, Instr)
    source = move.operands[1]
    chain = survey.pullable.chain(survey.live.index[source]) if isinstance(source, Reg) else None
    if chain is None or not all(_is_the_same_in(survey, leaf, block) for leaf in chain.leaves):
        return []
    fresh: dict[Reg, Reg] = {}
    made: list[Instr] = []
    for step in chain.steps:
        old = survey.live.registers[step]
        is_last = step == chain.steps[-1]
        new = move.operands[0] if is_last else survey.function.new_registers(old.type, 1)[0]
        copy = rename_uses(survey.pullable.definitions[step].instr, fresh)
        made.append(copy.changed(operands=(new, *copy.operands[1:])))
        fresh[old] = new  # type: ignore[assignment] # a move's result is a register
    return made


def _is_the_same_in(survey: Survey, leaf: int, block: int) -> bool:
    """Has a register one definition, made in a block that every way here goes through?"""
    if not survey.pullable.is_single(leaf):
        return False
    home = survey.pullable.definitions[leaf].block
    return home != block and survey.dominators.dominates(home, block)
