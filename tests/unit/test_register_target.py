"""How many registers a kernel should need: its own limits first, then the next step of occupancy."""

from __future__ import annotations

import pytest

from opencicc.target import RegisterBounds, Target, next_cliff, register_limit, register_target

SM90, SM75 = Target(90), Target(75)


@pytest.mark.parametrize(
    ("bounds", "limit"),
    [
        (RegisterBounds(), 255),
        (RegisterBounds(max_registers=40), 40),
        (RegisterBounds(threads=256), 255),
        (RegisterBounds(threads=1024), 64),
        (RegisterBounds(threads=512), 128),
        (RegisterBounds(threads=256, min_blocks=2), 128),
        (RegisterBounds(threads=128, min_blocks=5), 96),
        (RegisterBounds(threads=256, min_blocks=2, max_registers=100), 100),
        (RegisterBounds(threads=32, min_blocks=1), 255),
    ],
)
def test_what_a_thread_can_get(bounds: RegisterBounds, limit: int) -> None:
    assert register_limit(SM90, bounds) == limit


def test_the_next_step_lets_more_warps_fit() -> None:
    assert next_cliff(SM90, RegisterBounds(threads=128), 130) == (128, 16)
    assert next_cliff(SM90, RegisterBounds(threads=128), 33) == (32, 64)
    assert next_cliff(SM90, RegisterBounds(threads=128), 32) == (0, 0)
    assert next_cliff(SM75, RegisterBounds(threads=128), 64) == (0, 0)
    # Shared memory, not registers, decides how many fit.
    assert next_cliff(SM90, RegisterBounds(threads=128, shared_bytes=100_000), 100) == (0, 0)


def test_a_limit_comes_first() -> None:
    limited = RegisterBounds(threads=128, max_registers=64)
    assert register_target(SM90, limited, 80).registers == 64
    assert register_target(SM90, limited, 60).registers == 0
    assert register_target(SM90, RegisterBounds(threads=1024), 70).registers == 64


def test_without_launch_bounds_it_is_the_default() -> None:
    assert register_target(SM90, RegisterBounds(), 90, default=70).registers == 70
    assert register_target(SM90, RegisterBounds(), 70, default=70).registers == 0
    assert register_target(SM90, RegisterBounds(), 90).registers == 0  # nobody knows what its launch can spare


def test_low_steps_are_not_worth_it() -> None:
    bounds = RegisterBounds(threads=128)
    assert register_target(SM90, bounds, 130, least=96).registers == 128
    assert register_target(SM90, bounds, 90, least=96).registers == 0
    assert register_target(SM90, bounds, 90, least=64).registers == 80
