"""A template of inline assembly all of whose instructions are known: how to write it as IR, step by step."""

from __future__ import annotations

from functools import lru_cache

from opencicc.passes.assembly.operations import REGISTERS, writer_of
from opencicc.passes.assembly.statements import Statement, read_template
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.assembly.operations import Write

ARITHMETIC = ("add", "sub", "mul", "fma", "setp")  # of halves, where it matters what becomes of denormals


@record
class Step:
    """One instruction: the words that it defines and reads, and who writes it."""

    results: tuple[str, ...]
    sources: tuple[str, ...]
    write: Write


@record
class Plan:
    """What a template does; `$0` and so on are its results, then its arguments."""

    steps: tuple[Step, ...]
    results: int
    shared: tuple[int, ...]  # for each argument the result whose register it shares, -1 for none
    rounds: bool  # does it add, multiply or compare halves, so that it matters what becomes of denormals?
    has_bfloat: bool  # are some of these of bfloat?
    is_load: bool


@lru_cache(maxsize=512)
def plan_for(text: str, constraints: str) -> Plan | None:
    template = read_template(text, constraints)
    if template is None or not template.results:
        return None
    known = {f"${template.results + n}" for n in range(len(template.shared))}
    known |= {f"${n}" for n in template.shared if n >= 0}
    predicates: set[str] = set()
    steps = []
    for statement in template.statements:
        step = step_for(statement, known, predicates)
        if step is None:
            return None
        steps.append(step)
        known.difference_update(step.results)
        predicates.difference_update(step.results)
        (predicates if statement.operation.startswith("setp.") else known).update(step.results)
    if not known.issuperset(f"${n}" for n in range(template.results)):
        return None
    operations = [each.operation.split(".") for each in template.statements]
    arithmetic = [each for each in operations if each[0] in ARITHMETIC]
    return Plan(
        tuple(steps),
        template.results,
        template.shared,
        rounds=bool(arithmetic),
        has_bfloat=any(each[-1].startswith("bf16") for each in arithmetic),
        is_load=[each[0] for each in operations] == ["ld"],
    )


def step_for(statement: Statement, known: set[str], predicates: set[str]) -> Step | None:
    results, *groups = statement.operands or ((),)
    sources = tuple(word for group in groups for word in group)
    write = writer_of(statement.operation, len(sources))
    if write is None or len(results) not in counts_of(statement.operation):
        return None
    chooses = statement.operation.startswith("selp.")
    if chooses and sources[-1] not in predicates:
        return None
    numbers = sources[:-1] if chooses else sources
    return Step(results, sources, write) if all(w in known or is_constant(w) for w in numbers) else None


def counts_of(operation: str) -> tuple[int, ...]:
    """How many words an operation may define: `mov` takes registers apart, loads fill neighbours."""
    if operation.startswith("mov."):
        return (1, 2, 4)
    words = operation.split(".")
    return (int(words[3][1]),) if len(words) > 3 and words[3] in ("v2", "v4") else (1,)


def is_constant(word: str) -> bool:
    if word in REGISTERS:
        return True
    try:
        int(word, 0)
    except ValueError:
        return False
    return True
