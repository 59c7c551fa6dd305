"""Architectures, PTX versions and occupancy, against NVIDIA's published tables."""

from __future__ import annotations

import pytest

from opencicc.errors import UsageError
from opencicc.target import Target, count_resident_warps, parse_target, register_cliffs

# sm, warps, blocks, shared memory KB of a multiprocessor, KB a block may ask for, bytes reserved for each block
LIMITS = [
    (75, 32, 16, 64, 64, 0),
    (80, 64, 32, 164, 163, 1024),
    (86, 48, 16, 100, 99, 1024),
    (87, 48, 16, 164, 163, 1024),
    (89, 48, 24, 100, 99, 1024),
    (90, 64, 32, 228, 227, 1024),
    (100, 64, 32, 228, 227, 1024),
    (103, 64, 32, 228, 227, 1024),
    (110, 48, 24, 228, 227, 1024),
    (120, 48, 24, 100, 99, 1024),
    (121, 48, 24, 100, 99, 1024),
]
# The most registers a thread may use, and the warps of a multiprocessor that then fit: small blocks, no shared memory.
REGISTER_STEPS = [
    (32, 64), (40, 48), (48, 40), (56, 36), (64, 32), (72, 28), (80, 24), (96, 20), (128, 16), (168, 12), (255, 8),
]  # fmt: skip
# The same for larger blocks: (architectures, threads of a block) -> (most registers, warps).
BLOCK_STEPS = {
    ((75,), 256): [(64, 32), (80, 24), (128, 16), (255, 8)],
    ((80, 90, 100), 256): [(32, 64), (40, 48), (48, 40), (64, 32), (80, 24), (128, 16), (255, 8)],
    ((86, 89, 120), 256): [(40, 48), (48, 40), (64, 32), (80, 24), (128, 16), (255, 8)],
    ((75,), 512): [(64, 32), (128, 16), (255, 0)],
    ((80, 90, 100), 512): [(32, 64), (40, 48), (64, 32), (128, 16), (255, 0)],
    ((86, 89, 120), 512): [(40, 48), (64, 32), (128, 16), (255, 0)],
    ((75,), 1024): [(64, 32), (255, 0)],
    ((80, 90, 100), 1024): [(32, 64), (64, 32), (255, 0)],
    ((86, 89, 120), 1024): [(64, 32), (255, 0)],
}


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("sm_75", Target(75)),
        ("sm_90", Target(90)),
        ("compute_90", Target(90)),
        ("90", Target(90)),
        ("sm_90a", Target(90, "a")),
        ("compute_90a", Target(90, "a")),
        ("sm_100f", Target(100, "f")),
        ("sm_103a", Target(103, "a")),
        ("sm_110f", Target(110, "f")),
        ("sm_120a", Target(120, "a")),
        ("sm_121", Target(121)),
    ],
)
def test_architectures(text: str, target: Target) -> None:
    assert parse_target(text) == target


@pytest.mark.parametrize("sm", [75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121])
def test_every_accepted_architecture_and_its_cuda_arch(sm: int) -> None:
    target = parse_target(f"sm_{sm}")
    assert (target.name, target.cuda_arch, target.ptx_text) == (f"sm_{sm}", sm * 10, "9.0")


@pytest.mark.parametrize(
    "text", ["sm_70", "sm_72", "sm_82", "sm_101", "sm_90f", "sm_75a", "sm_122", "sm_", "", "sm_9 0", "gfx90", "sm_90aa"]
)
def test_other_architectures_are_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_target(text, at="here")
    assert (caught.value.what, caught.value.at) == (f"-arch={text} is an unsupported option", "here")
    assert "supported: sm_75, sm_80" in caught.value.fix


def test_a_near_miss_is_suggested() -> None:
    with pytest.raises(UsageError) as caught:
        parse_target("sm_90b")
    assert caught.value.fix.startswith("did you mean 'sm_90'")


@pytest.mark.parametrize(
    ("arch", "least"),
    [
        ("sm_75", "6.3"),
        ("sm_80", "7.0"),
        ("sm_86", "7.1"),
        ("sm_87", "7.4"),
        ("sm_88", "9.0"),
        ("sm_89", "7.8"),
        ("sm_90", "7.8"),
        ("sm_90a", "8.0"),
        ("sm_100", "8.6"),
        ("sm_100a", "8.6"),
        ("sm_100f", "8.8"),
        ("sm_103", "8.8"),
        ("sm_110", "9.0"),
        ("sm_120", "8.7"),
        ("sm_120f", "8.8"),
        ("sm_121", "8.8"),
    ],
)
def test_the_least_ptx_version(arch: str, least: str) -> None:
    assert parse_target(arch, least).ptx_text == least
    if least == "6.3":
        return  # the oldest that can be written
    with pytest.raises(UsageError) as caught:
        parse_target(arch, "6.3")
    assert caught.value.what == f"PTX version 6.3 is too old for {arch}"
    assert caught.value.fix.startswith(f"{arch} needs PTX {least} or newer")


@pytest.mark.parametrize("text", ["8", "80", "8.0.1", "7.9", "10.0", "new", "8.x", ".8", "-1.0"])
def test_unknown_ptx_versions(text: str) -> None:
    if text == "8":
        assert parse_target("sm_90", text).ptx_text == "8.0"
        return
    with pytest.raises(UsageError) as caught:
        parse_target("sm_90", text)
    assert caught.value.what == f"unknown PTX version '{text}'"
    assert "known versions: 6.3, " in caught.value.fix


@pytest.mark.parametrize(("sm", "warps", "blocks", "shared", "block_shared", "reserved"), LIMITS)
def test_limits(sm: int, warps: int, blocks: int, shared: int, block_shared: int, reserved: int) -> None:
    limits = Target(sm).limits
    assert (limits.warps, limits.blocks) == (warps, blocks)
    assert (limits.shared_bytes, limits.shared_per_block_bytes) == (shared * 1024, block_shared * 1024)
    assert limits.shared_reserved_bytes == reserved
    assert (limits.max_registers, limits.max_threads_per_block) == (255, 1024)


@pytest.mark.parametrize("sm", [row[0] for row in LIMITS])
def test_warps_by_registers(sm: int) -> None:
    target = Target(sm)
    least = 1
    for most, warps in REGISTER_STEPS:
        expected = min(warps, target.limits.warps)
        for registers in (least, most):
            assert count_resident_warps(target, registers, 128) == expected, registers
        least = most + 1


@pytest.mark.parametrize(
    ("sm", "full", "steps"),
    [
        (75, (64, 32), [72, 80, 96, 128, 168, 255]),
        (80, (32, 64), [40, 48, 56, 64, 72, 80, 96, 128, 168, 255]),
        (90, (32, 64), [40, 48, 56, 64, 72, 80, 96, 128, 168, 255]),
        (100, (32, 64), [40, 48, 56, 64, 72, 80, 96, 128, 168, 255]),
        (86, (40, 48), [48, 56, 64, 72, 80, 96, 128, 168, 255]),
        (89, (40, 48), [48, 56, 64, 72, 80, 96, 128, 168, 255]),
        (120, (40, 48), [48, 56, 64, 72, 80, 96, 128, 168, 255]),
    ],
)
def test_cliffs_of_small_blocks(sm: int, full: tuple[int, int], steps: list[int]) -> None:
    cliffs = register_cliffs(Target(sm), 128)
    assert cliffs[0] == full
    assert [most for most, _ in cliffs[1:]] == steps


@pytest.mark.parametrize(
    ("sm", "threads", "steps"),
    [(sm, threads, steps) for (family, threads), steps in BLOCK_STEPS.items() for sm in family],
)
def test_cliffs_of_large_blocks(sm: int, threads: int, steps: list[tuple[int, int]]) -> None:
    assert list(register_cliffs(Target(sm), threads)) == steps


@pytest.mark.parametrize(
    ("sm", "threads", "warps"),
    [(75, 32, 16), (86, 32, 16), (80, 32, 32), (90, 32, 32), (100, 32, 32), (89, 32, 24), (120, 32, 24), (86, 64, 32)],
)
def test_tiny_blocks_run_out_of_block_slots(sm: int, threads: int, warps: int) -> None:
    assert count_resident_warps(Target(sm), 16, threads) == warps


@pytest.mark.parametrize(
    ("sm", "shared", "warps"),
    [
        (75, 64 * 1024, 4),  # the whole multiprocessor: one block of four warps
        (75, 32 * 1024, 8),
        (75, 32 * 1024 + 1, 4),  # 256 bytes more
        (80, 163 * 1024, 4),  # with the reserved 1 KB all of the 164
        (80, 40 * 1024, 16),
        (90, 56 * 1024, 16),  # four blocks of 57 KB are exactly 228
        (90, 56 * 1024 + 1, 12),
        (90, 0, 64),
    ],
)
def test_shared_memory_limits_blocks(sm: int, shared: int, warps: int) -> None:
    assert count_resident_warps(Target(sm), 16, 128, shared) == warps
