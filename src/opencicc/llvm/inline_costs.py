"""LLVM's own inline cost of call sites, by the native helper; without it there is no answer."""

from __future__ import annotations

import ctypes

from opencicc.errors import InternalError
from opencicc.llvm import recovery
from opencicc.llvm.services import services
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.llvm.native import TargetMachine

VARIABLE, ALWAYS, NEVER = range(3)


@record
class CostKnobs:
    """LLVM's knobs of the inline cost, in the order of `ocx_inline_knobs`."""

    threshold: int = 225
    hint_threshold: int = 325
    cold_threshold: int = 45
    cold_site_threshold: int = 45
    hot_site_threshold: int = 3000
    locally_hot_threshold: int = -1  # LLVM looks at it from O3 on only
    is_full: bool = False
    deferral: bool = False
    instruction_cost: int = 5
    call_penalty: int = 25
    memory_cost: int = 0
    savings_multiplier: int = 8
    profitable_multiplier: int = 4
    size_allowance: int = 100
    cost_benefit: bool = False

    def numbers(self) -> list[int]:
        return [int(getattr(self, name)) for name in _KNOB_NAMES]


_KNOB_NAMES: tuple[str, ...] = tuple(CostKnobs.__annotations__)


class Cost(ctypes.Structure):
    """One answer, as in `ocx_inline_cost`."""

    _fields_ = [
        *((name, ctypes.c_int64) for name in ("kind", "cost", "threshold", "bonus_applied", "last_call_bonus")),
        ("reason_text", ctypes.c_char_p),
    ]

    kind: int
    cost: int
    threshold: int
    bonus_applied: int
    last_call_bonus: int
    reason_text: bytes | None

    @property
    def reason(self) -> str:
        return (self.reason_text or b"").decode()


def native_costs(module: Module, calls: list[int], knobs: CostKnobs, machine: TargetMachine) -> list[Cost] | None:
    """The costs of direct calls of functions with a body; None without the native helper."""
    try:
        return services().inline_costs(module, calls, knobs.numbers(), machine)
    except recovery.LibraryFailure as failure:
        raise InternalError("libLLVM failed to compute inline costs", detail=str(failure)) from None
