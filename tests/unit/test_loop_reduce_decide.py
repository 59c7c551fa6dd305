"""Which loops strength reduction leaves alone, from facts: every knob of pressure changes a decision."""

from __future__ import annotations

from opencicc.passes.loop_reduce.decide import Counts, LoopTrial, Prices, Spared, Trial, by_pressure
from opencicc.record import replace

PRICES = Prices(checks=True, limit=32, is_by_loop=True, folds_extensions=True, credits_extensions=True, discount=4)
GUILTY, INNOCENT = LoopTrial(36, 44, 0, 0), LoopTrial(30, 30, 0, 0)


def trial_of(before: int, after: int, *loops: LoopTrial, own: tuple[int, int] = (33, 37)) -> Trial:
    """What a thread needs for itself grows unless told otherwise, but by less than a step."""
    return Trial(Counts(before, after, *own), loops)


TRIAL = trial_of(36, 44, GUILTY, INNOCENT)


def warps(registers: int) -> int:
    return 64 if registers <= 32 else 48 if registers <= 40 else 40


def decide(trial: Trial = TRIAL, **changes: object) -> Spared:
    return by_pressure(trial, replace(PRICES, **changes), warps)  # type: ignore[arg-type]


def test_the_loop_that_costs_the_registers_is_spared() -> None:
    assert decide().loops == (0,)
    assert decide().why == "reduced loops need 44 registers instead of 36: 40 warps fit instead of 48"


def test_nothing_is_spared_without_a_loss_of_warps() -> None:
    assert decide(trial_of(41, 46, GUILTY)) == Spared()
    assert decide(trial_of(28, 32, GUILTY)) == Spared()
    assert decide(trial_of(44, 36, GUILTY)) == Spared()


def test_a_difference_as_wide_as_a_step_counts_wherever_the_estimate_puts_the_steps() -> None:
    wide = trial_of(61, 67, GUILTY, INNOCENT, own=(41, 47))
    assert decide(wide).loops == (0,)
    assert decide(wide).why.startswith("reduced loops need 47 registers of a thread instead of 41: a step of")
    assert decide(trial_of(75, 80, GUILTY, own=(55, 60))) == Spared()  # five of 55 are no step
    assert decide(trial_of(41, 47, GUILTY, own=(20, 26))) == Spared()  # with six more, 32 registers, all warps fit
    assert decide(trial_of(41, 47, GUILTY, own=(21, 27))).why
    folding = LoopTrial(36, 44, 9, 0)
    assert decide(trial_of(35, 41, folding, own=(21, 27))) == Spared()  # 32 registers but for nine extensions
    assert by_pressure(wide, PRICES, lambda registers: 16) == Spared()  # shared memory leaves room for no more warps
    assert not decide(wide, checks=False).why


def test_registers_that_threads_share_lose_no_warps() -> None:
    assert decide(trial_of(36, 44, GUILTY, own=(20, 20))) == Spared()
    assert decide(trial_of(36, 44, GUILTY, own=(33, 36))) == Spared()  # three are a fair price
    assert decide(trial_of(36, 44, GUILTY, own=(22, 26))) == Spared()  # far from the first step
    assert decide(trial_of(36, 44, GUILTY, own=(23, 27))).why


def test_many_counters_are_no_gain_where_warps_may_be_lost() -> None:
    crowded = LoopTrial(14, 17, 0, 0, more_counters=8)
    assert decide(trial_of(36, 44, crowded, INNOCENT, own=(14, 17))).loops == (0,)
    assert (
        decide(trial_of(36, 44, crowded, own=(14, 17))).why == "a reduced loop has 8 counters more, and may cost warps"
    )
    assert not decide(trial_of(36, 44, replace(crowded, more_counters=7), own=(14, 17))).why
    assert not decide(trial_of(28, 32, crowded, own=(14, 17))).why  # registers are left


def test_an_extension_is_credited_once_however_many_loops_are_around_it() -> None:
    nest = trial_of(36, 44, LoopTrial(36, 44, 3, 0), LoopTrial(36, 44, 3, 0, is_outermost=False))
    assert decide(nest, credits_extensions=True).why  # 8 registers for 3 extensions, not for 6
    assert not decide(trial_of(36, 44, LoopTrial(36, 44, 6, 0)), credits_extensions=True).why


def test_all_loops_are_spared_where_none_is_guilty_alone() -> None:
    assert decide(trial_of(36, 44, INNOCENT, INNOCENT)).is_whole
    assert decide(trial_of(36, 44, GUILTY, GUILTY)).is_whole


def test_knobs() -> None:
    assert not decide(checks=False).why
    assert not decide(limit=44).why
    assert decide(is_by_loop=False) == replace(decide(), loops=(), is_whole=True)
    small = trial_of(39, 42, GUILTY)
    assert not decide(small).why
    assert decide(small, discount=0).why
    folding = trial_of(36, 44, LoopTrial(36, 44, 5, 0))
    assert not decide(folding).why
    assert decide(folding, credits_extensions=False).why
    assert decide(folding, folds_extensions=False).loops == (0,)
