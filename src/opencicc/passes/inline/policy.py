"""Knobs to a policy: what the passes of this folder share."""

from __future__ import annotations

from opencicc.options.driver import OPTIMIZE_SIZE
from opencicc.options.option import Option
from opencicc.passes.chaos import CHAOS
from opencicc.passes.inline import knobs
from opencicc.passes.inline.budget import KERNEL_FACTOR, Ledger, make_limits
from opencicc.passes.inline.model_a import Units
from opencicc.passes.inline.planner import Policy
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from opencicc.llvm.ir import Module
    from opencicc.passes.api import OptionReader, PassContext
    from opencicc.passes.inline.decision import Site

READS: tuple[Option[Any], ...] = (
    CHAOS,
    OPTIMIZE_SIZE,
    *(value for name, value in vars(knobs).items() if isinstance(value, Option)),
)
_MEMORY = "inline_ledger"


def policy_of(ctx: PassContext, *, is_only_must: bool = False) -> Policy:
    policy = ctx.kept(_read_policy)
    return replace(policy, is_only_must=True) if is_only_must and not policy.is_only_must else policy


def _read_policy(ctx: OptionReader) -> Policy:
    option = ctx.option
    budget = option(knobs.BUDGET)
    limits = make_limits(
        budget,
        option(knobs.AGGRESSIVE),
        ctx.is_given(knobs.BUDGET),
        option(knobs.KERNEL_BUDGET),
        option(knobs.TOTAL_BUDGET),
    )
    units = Units(
        option(knobs.INSTRUCTION_COST),
        option(knobs.CALL_PENALTY),
        option(knobs.GPU_BONUS),
        option(knobs.SWITCH_CONTROL),
        option(knobs.SWITCH_PENALTY),
        option(knobs.MAX_CASES),
    )
    seed = option(CHAOS)
    return Policy(
        limits,
        units,
        option(knobs.MAX_SIZE),
        option(knobs.MAX_SIZE) * (1 if ctx.is_given(knobs.MAX_SIZE) else KERNEL_FACTOR),
        option(knobs.INLINE_ALL),
        option(knobs.DISABLE_INLINING),
        random_decisions(seed) if seed >= 0 else None,
        option(OPTIMIZE_SIZE),
    )


def model_of(ctx: PassContext) -> str:
    """The model that was asked for; asking for an advisor of model C asks for model C."""
    if ctx.option(knobs.ADVISOR) != knobs.DEFAULT_ADVISOR and not ctx.is_given(knobs.MODEL):
        return "C"
    return ctx.option(knobs.MODEL)


def random_decisions(seed: int) -> Callable[[Site], bool]:
    """Half of the calls, chosen by the seed and by what the call is; the same on every run."""
    from zlib import crc32

    return lambda site: bool(crc32(f"{seed} {site.caller} {site.callee.name} {site.number}".encode()) & 1)


def ledger_of(module: Module) -> Ledger:
    """What this compile has spent so far: one context is one compile, so it is kept there."""
    ledger: Ledger = vars(module.context).setdefault(_MEMORY, Ledger())
    return ledger
