"""The three budgets: per caller, per kernel and for the module. What was spent is remembered over a compile."""

from __future__ import annotations

from opencicc.record import record

UNLIMITED = -1
KERNEL_FACTOR = 2
AGGRESSIVE_BUDGET = 40000


@record
class Limits:
    """Units that may be taken in; -1 is no limit."""

    caller: int = 20000
    kernel: int = 40000
    module: int = UNLIMITED

    def of(self, is_kernel: bool) -> int:
        return self.kernel if is_kernel else self.caller


class Ledger:
    """What each caller has taken in so far. The inliner stands at several places of a pipeline: they share one."""

    def __init__(self) -> None:
        self.spent: dict[str, int] = {}
        self.total = 0
        self.reported: set[tuple[str, str, int, str]] = set()

    def copy(self) -> Ledger:
        """For a plan that may not be carried out."""
        other = Ledger()
        other.spent, other.total = dict(self.spent), self.total
        return other

    def left(self, caller: str, limit: int, module_limit: int) -> int:
        """Units that this caller may still take in."""
        own = limit - self.spent.get(caller, 0)
        return own if module_limit == UNLIMITED else min(own, module_limit - self.total)

    def take(self, caller: str, charge: int) -> None:
        self.spent[caller] = self.spent.get(caller, 0) + charge
        self.total += charge


def make_limits(budget: int, is_aggressive: bool, is_budget_given: bool, kernel_budget: int, total: int) -> Limits:
    caller = AGGRESSIVE_BUDGET if is_aggressive and not is_budget_given else budget
    kernel = KERNEL_FACTOR * caller if kernel_budget == UNLIMITED else kernel_budget
    return Limits(caller, kernel, total)
