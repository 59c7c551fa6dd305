"""The three budgets: per caller, per kernel and for the module. What was spent is remembered over a compile."""

from __future__ import annotations

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

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
        # Runs whose calls all fitted: what each was charged is worked out when somebody wants to know, and until then it is at most this.
        self._pending: list[Callable[[Ledger], None]] = []
        self._most: dict[str, int] = {}

    def note(self, settle: Callable[[Ledger], None], most: dict[str, int]) -> None:
        """A run whose charges `settle` works out, with what each caller's are at most."""
        self._pending.append(settle)
        for caller, units in most.items():
            self._most[caller] = self._most.get(caller, 0) + units

    def settle(self) -> None:
        """What was noted, in order; to be called before exact numbers are asked for."""
        pending, self._pending, self._most = self._pending, [], {}
        for settle in pending:
            settle(self)

    def has_room(self, caller: str, limit: int, units: int) -> bool:
        """Do charges of less than so many units fit, whatever was spent on what is not worked out?"""
        return self.spent.get(caller, 0) + self._most.get(caller, 0) + units < limit

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
