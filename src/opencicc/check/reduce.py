"""Shrink IR while it stays interesting: chunks of edits, halved until single ones, over and over until nothing helps."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from opencicc.check.case import Case
from opencicc.check.differential import broken_reference, first_difference, run_one
from opencicc.check.edits import EDITS, Edit, count_opportunities, edited
from opencicc.check.pipelines import DEFAULT_ARCH, Compiler

Interesting: TypeAlias = Callable[[str], bool]

MOST_CHECKS = 1500


def count_lines(ir: str) -> int:
    """Lines of IR: comments and empty lines do not count."""
    return sum(1 for line in ir.splitlines() if line.strip() and not line.lstrip().startswith(";"))


@dataclass
class Reducer:
    """One reduction. `checks` counts how often the question was asked."""

    is_interesting: Interesting
    most_checks: int = MOST_CHECKS
    report: Callable[[str], None] | None = None
    checks: int = 0
    seen: set[str] = field(default_factory=set)

    def reduce(self, ir: str) -> str:
        """The smallest interesting text found."""
        before = ""
        while before != ir and self.checks < self.most_checks:
            before = ir
            for apply in EDITS:
                ir = self.apply_chunks(ir, apply)
        return tidy(ir, self.is_interesting)

    def apply_chunks(self, ir: str, apply: Edit) -> str:
        """Carry out as many opportunities of one edit as possible, the largest chunks first."""
        count = count_opportunities(ir, apply)
        size = count
        while size >= 1:
            start = 0
            while start < count and self.checks < self.most_checks:
                smaller = self.attempt(ir, apply, range(start, min(start + size, count)))
                if smaller is None:
                    start += size
                    continue
                ir = smaller
                count = count_opportunities(ir, apply)  # what follows moved up: go on at the same place
            size //= 2
        return ir

    def attempt(self, ir: str, apply: Edit, chunk: range) -> str | None:
        smaller = edited(ir, apply, lambda index: index in chunk)
        if smaller is None or smaller in self.seen or weight(smaller) >= weight(ir):
            return None
        self.seen.add(smaller)
        self.checks += 1
        if not self.is_interesting(smaller):
            return None
        if self.report:
            self.report(f"{count_lines(smaller)} lines after {self.checks} checks")
        return smaller


def weight(ir: str) -> tuple[int, int]:
    return count_lines(ir), len(ir)


def tidy(ir: str, is_interesting: Interesting) -> str:
    """Without attributes, module names and layout where they do not matter."""
    plain = re.sub(r"^(; ModuleID|source_filename|attributes #\d+ =|target datalayout).*\n", "", ir, flags=re.MULTILINE)
    plain = re.sub(r" #\d+", "", plain)
    plain = re.sub(r"\s*; preds = .*", "", plain)
    plain = re.sub(r"\n{2,}", "\n\n", plain).strip() + "\n"
    return plain if is_interesting(plain) else ir


def reduce(ir: str, is_interesting: Interesting, most_checks: int = MOST_CHECKS) -> str:
    return Reducer(is_interesting, most_checks).reduce(ir)


@dataclass(frozen=True)
class StillDiffers:
    """Whether a suspect's results are still wrong, while the reference is well defined and the witnesses agree with it.

    The witnesses keep the reduction from making undefined behaviour, which any optimizer may answer differently.
    """

    case: Case
    suspect: Compiler
    reference: Compiler
    witnesses: Sequence[Compiler]
    arch: str = DEFAULT_ARCH
    may_fail: bool = False  # whether the suspect's PTX failing to run (not only other results) is what is looked for

    def __call__(self, ir: str) -> bool:
        case = self.case.with_ir(ir)
        first = run_one(case, self.reference, self.arch)
        if broken_reference(first, case) or any(mask is not None for mask in first.outcome.undefined):
            return False
        suspected = run_one(case, self.suspect, self.arch)
        if any(outcome.error for outcome in suspected.outcomes) and not self.may_fail:
            return False
        if first_difference(first.outcome, suspected.outcomes, case) is None:
            return False
        others = (run_one(case, witness, self.arch) for witness in self.witnesses)
        return all(first_difference(first.outcome, other.outcomes, case) is None for other in others)


def reduce_case(case: Case, suspect: Compiler, reference: Compiler, witnesses: Sequence[Compiler]) -> Case:
    """The case with the smallest launch and the smallest IR on which the suspect is still wrong.

    A launch of one thread comes first: nothing can race there, whatever the reduction does to addresses.
    """
    case = case.with_ir(case.ir if isinstance(case.ir, str) else as_text(case.ir))
    is_failing = any(outcome.error for outcome in run_one(case, suspect, DEFAULT_ARCH).outcomes)

    def question(each: Case) -> StillDiffers:
        return StillDiffers(each, suspect, reference, witnesses, may_fail=is_failing)

    for _ in range(2):  # the second time barriers may be gone, and a smaller launch be possible
        case = next((each for each in smaller_launches(case) if question(each)(str(each.ir))), case)
        case = case.with_ir(reduce(str(case.ir), question(case)))
    return case


def smaller_launches(case: Case) -> list[Case]:
    launches = ((1, 1), (1, 32), (1, case.block))
    return [
        replace(case, grid=grid, block=block) for grid, block in launches if (grid, block) != (case.grid, case.block)
    ]


def as_text(bitcode: bytes) -> str:
    from opencicc.llvm.ir import Context

    with Context() as context:
        return context.parse(bitcode).text()
