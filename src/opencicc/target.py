"""Target(sm, suffix, ptx) and the per-architecture facts: registers, shared memory, warps, PTX versions."""

from __future__ import annotations

from functools import lru_cache

from opencicc.errors import UsageError, suggest
from opencicc.record import record

TRIPLE = "nvptx64-nvidia-cuda"
DATA_LAYOUT = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
DEFAULT_ARCH = "sm_75"
WARP_THREADS = 32
REGISTERS_PER_SM = 65536
REGISTER_UNIT = 256  # registers are given to a warp in portions of this many
SUBPARTITIONS = 4


@record
class Limits:
    """What one multiprocessor offers (CUDA's occupancy model and architecture tables)."""

    warps: int
    blocks: int
    shared_bytes: int
    shared_per_block_bytes: int
    shared_reserved_bytes: int
    shared_unit_bytes: int
    max_registers: int = 255
    max_threads_per_block: int = 1024


def _limits(
    warps: int, blocks: int, shared_kb: int, per_block_kb: int, reserved: int = 1024, unit: int = 128
) -> Limits:
    return Limits(warps, blocks, shared_kb << 10, per_block_kb << 10, reserved, unit)


LIMITS = {
    75: _limits(32, 16, 64, 64, 0, 256),
    80: _limits(64, 32, 164, 163),
    86: _limits(48, 16, 100, 99),
    87: _limits(48, 16, 164, 163),
    88: _limits(48, 16, 164, 163),  # no public figure for sm_88: taken as its neighbour sm_87
    89: _limits(48, 24, 100, 99),
    90: _limits(64, 32, 228, 227),
    100: _limits(64, 32, 228, 227),
    103: _limits(64, 32, 228, 227),
    110: _limits(48, 24, 228, 227),
    120: _limits(48, 24, 100, 99),
    121: _limits(48, 24, 100, 99),
}

# The least PTX version that knows each architecture, as libLLVM 22 and ptxas enforce it.
LEAST_PTX = {
    "75": 63, "80": 70, "86": 71, "87": 74, "88": 90, "89": 78, "90": 78, "90a": 80,
    "100": 86, "100a": 86, "100f": 88, "103": 88, "103a": 88, "103f": 88, "110": 90, "110a": 90, "110f": 90,
    "120": 87, "120a": 87, "120f": 88, "121": 88, "121a": 88, "121f": 88,
}  # fmt: skip
# What libLLVM 22 can write, and what we write unless told otherwise: PTX 9.0, as CUDA 13.0 does.
KNOWN_PTX = (63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90)
DEFAULT_PTX = 90


@record
class Target:
    """A GPU architecture and a PTX version: sm_90a at PTX 8.0 is Target(90, 'a', 80)."""

    sm: int
    suffix: str = ""
    ptx: int = DEFAULT_PTX

    @property
    def name(self) -> str:
        return f"sm_{self.sm}{self.suffix}"

    @property
    def cuda_arch(self) -> int:
        """The value of __CUDA_ARCH__: 900 for sm_90 and sm_90a."""
        return self.sm * 10

    @property
    def features(self) -> str:
        return f"+ptx{self.ptx}"

    @property
    def ptx_text(self) -> str:
        return ptx_text(self.ptx)

    @property
    def limits(self) -> Limits:
        return LIMITS[self.sm]


def ptx_text(version: int) -> str:
    return f"{version // 10}.{version % 10}"


def parse_target(arch: str, ptx_version: str = "", at: str = "", ptx_at: str = "--ptx-version") -> Target:
    """sm_90, sm_90a, compute_90 or 90, with a PTX version such as '8.0' or '' for the default."""
    word = arch.removeprefix("compute_").removeprefix("sm_")
    if word not in LEAST_PTX:
        known = [f"sm_{name}" for name in LEAST_PTX]
        raise UsageError(
            f"-arch={arch} is an unsupported option",
            at=at,
            fix=f"{_hint(word, known)}supported: {', '.join(known)} (or compute_N)",
        )
    suffix = word[-1] if word[-1] in "af" else ""
    sm = int(word.removesuffix(suffix))
    least = LEAST_PTX[word]
    if not ptx_version:
        return Target(sm, suffix, max(DEFAULT_PTX, least))
    version = _parse_ptx_version(ptx_version, ptx_at)
    if version < least:
        raise UsageError(
            f"PTX version {ptx_text(version)} is too old for sm_{word}",
            at=ptx_at,
            fix=f"sm_{word} needs PTX {ptx_text(least)} or newer; leave --ptx-version out for {ptx_text(DEFAULT_PTX)}",
        )
    return Target(sm, suffix, version)


def _hint(word: str, known: list[str]) -> str:
    """What an unknown architecture was meant to be; one outside our range is no slip of the pen."""
    number = word.rstrip("af")
    if number.isdigit() and int(number) < min(LIMITS):
        return f"sm_{min(LIMITS)} is the oldest; "
    if number.isdigit() and int(number) > max(LIMITS):
        return f"sm_{max(LIMITS)} is the newest known here; "
    return suggest(f"sm_{word}", known)


def _parse_ptx_version(text: str, at: str) -> int:
    major, _, minor = text.partition(".")
    version = int(major) * 10 + int(minor or 0) if major.isdigit() and (minor or "0").isdigit() else 0
    if version not in KNOWN_PTX:
        known = ", ".join(ptx_text(v) for v in KNOWN_PTX)
        raise UsageError(f"unknown PTX version '{text}'", at=at, fix=f"known versions: {known}")
    return version


def count_resident_warps(target: Target, registers: int, threads_per_block: int, shared_bytes: int = 0) -> int:
    """Warps of one kernel that fit on a multiprocessor: the toolkit's occupancy rule."""
    limits = target.limits
    block_warps = -(-threads_per_block // WARP_THREADS)
    per_warp = -(-max(registers, 1) * WARP_THREADS // REGISTER_UNIT) * REGISTER_UNIT
    warps_by_registers = REGISTERS_PER_SM // SUBPARTITIONS // per_warp * SUBPARTITIONS
    rounded_block = -(-block_warps // SUBPARTITIONS) * SUBPARTITIONS
    if rounded_block * per_warp > REGISTERS_PER_SM:
        return 0
    blocks = min(limits.blocks, limits.warps // block_warps, warps_by_registers // block_warps)
    used = shared_bytes + limits.shared_reserved_bytes
    used = -(-used // limits.shared_unit_bytes) * limits.shared_unit_bytes
    if used:
        blocks = min(blocks, limits.shared_bytes // used)
    return blocks * block_warps


@lru_cache(maxsize=64)  # kernels of a program have blocks of few sizes
def register_cliffs(target: Target, threads_per_block: int, shared_bytes: int = 0) -> tuple[tuple[int, int], ...]:
    """(most registers, warps) for each occupancy step, fewest registers first."""
    steps: list[tuple[int, int]] = []
    for registers in range(8, target.limits.max_registers + 1):
        warps = count_resident_warps(target, registers, threads_per_block, shared_bytes)
        if steps and steps[-1][1] == warps:
            steps[-1] = (registers, warps)
        else:
            steps.append((registers, warps))
    return tuple(steps)


@record
class RegisterBounds:
    """What a kernel states about its launch; 0 where nothing is said."""

    threads: int = 0
    min_blocks: int = 0
    max_registers: int = 0
    shared_bytes: int = 0


@record
class RegisterAim:
    """The registers to aim at, and in words why; 0 where there is nothing to aim at."""

    registers: int
    text: str = ""
    needed: int = 0  # what would be enough, where `registers` is lower to be on the safe side


def register_limit(target: Target, bounds: RegisterBounds) -> int:
    """The most registers that a thread can get: by `.maxnreg`, by `.minnctapersm`, and by what the machine has."""
    limit = min(bounds.max_registers or target.limits.max_registers, target.limits.max_registers)
    if bounds.threads:
        warps = -(-bounds.threads // WARP_THREADS) * max(bounds.min_blocks, 1)
        rounded = -(-warps // SUBPARTITIONS) * SUBPARTITIONS
        per_thread = REGISTERS_PER_SM // rounded // WARP_THREADS // 8 * 8  # given out by eight
        limit = min(limit, max(per_thread, 8))
    return limit


def next_cliff(target: Target, bounds: RegisterBounds, registers: int) -> tuple[int, int]:
    """(most registers, warps) of the next step of occupancy that fewer registers reach; (0, 0) where all warps fit."""
    now = count_resident_warps(target, registers, bounds.threads, bounds.shared_bytes)
    better = [step for step in register_cliffs(target, bounds.threads, bounds.shared_bytes) if step[1] > now]
    return max(better, default=(0, 0))


def register_target(
    target: Target, bounds: RegisterBounds, alive: int, default: int = 0, least: int = 0
) -> RegisterAim:
    """How many registers a kernel with so many alive should need at most.

    What a thread can't get has to be spilled: that limit comes first. Below it fewer registers help where they let more
    warps fit; a step of occupancy below `least` is not worth aiming at. Without launch bounds it is `default`, 0 for none.
    """
    limit = register_limit(target, bounds)
    if alive > limit or bounds.max_registers:
        return RegisterAim(limit if alive > limit else 0, f"the limit is {limit}")
    if not bounds.threads:
        return RegisterAim(default if 0 < default < alive else 0, f"the aim is {default}")
    registers, warps = next_cliff(target, bounds, alive)
    if registers < least or not registers:
        return RegisterAim(0)
    return RegisterAim(registers, f"with {registers} as many as {warps} warps fit")
