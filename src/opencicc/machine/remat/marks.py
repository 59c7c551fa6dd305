"""Plans handed over by passes on IR: values to compute again at a given place, marked in the PTX itself.

Code generation merges equal computations, so a clone made on IR rarely reaches the PTX. A pass on IR says instead where
it wants one: an inline assembly of one move with a mark in front, which code generation can't look into.

    %again = call i32 asm "// opencicc.pull\\0A\\09mov.b32 $0, $1;", "=r,r"(i32 %value)     ; marks.pull_assembly(32)

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
from opencicc.marks import PULL_MARK


def has_marks(function: MachineFunction) -> bool:
    return any(is_marked(instr) for instr in function.instrs)


def is_marked(instr: Instr) -> bool:
    return instr.base == "mov" and instr.text is not None and PULL_MARK in instr.text


def carry_out(survey: Survey) -> tuple[int, int]:
    """Put the definitions in the places of the marked moves; how many were, and how many stay moves."""
    function, left = survey.function, 0
    made: dict[int, list[Instr]] = {}  # id of a marked move -> what takes its place
    made_again: set[Reg] = set()
    for position, block in enumerate(function.blocks):
        for statement in [each for each in block.body if _is_pull(each)]:
            clones = _definitions(survey, statement, position)
            left += not clones
            if clones:
                made[id(statement)] = clones
                made_again.update(_source_chain(survey, statement))  # type: ignore[arg-type]
    for block in function.blocks:  # only now: new registers were declared in the first one meanwhile
        block.body[:] = [part for each in block.body for part in made.get(id(each), [each])]
    remove_unread(function, made_again, survey.pullable.is_movable)
    return len(made), left


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
