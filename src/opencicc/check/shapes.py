"""Launches that suit a kernel: blocks from its launch bounds, its shared arrays and the dimensions it asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from opencicc.machine.bounds import LaunchBounds, launch_bounds
from opencicc.machine.ir import MachineFunction, MachineModule

Dim3: TypeAlias = "tuple[int, int, int]"

MOST_THREADS = 1024
MOST_BLOCKS_TRIED = 4
BLOCKS_A_DIMENSION = 2  # more than one, so that block numbers matter; few, because every thread is emulated
DYNAMIC_SHARED_BYTES = 48 << 10  # what every GPU gives without being asked
# For kernels that ask for more dimensions than they use, or whose threads compete: one dimension, a warp, a thread.
MODEST: tuple[tuple[Dim3, Dim3], ...] = (((2, 1, 1), (64, 1, 1)), ((1, 1, 1), (32, 1, 1)), ((1, 1, 1), (1, 1, 1)))
PLAIN_BLOCKS = {
    1: ((64, 1, 1), (128, 1, 1), (256, 1, 1), (32, 1, 1)),
    2: ((16, 16, 1), (32, 8, 1), (8, 8, 1), (32, 4, 1), (32, 32, 1)),
    3: ((8, 8, 4), (4, 4, 4), (32, 2, 2)),
}


@dataclass(frozen=True)
class LaunchShape:
    """One launch: blocks, threads of a block, bytes of dynamic shared memory."""

    grid: Dim3
    block: Dim3
    shared_bytes: int = 0

    @property
    def threads(self) -> int:
        return self.grid[0] * self.grid[1] * self.grid[2] * self.block[0] * self.block[1] * self.block[2]

    @property
    def length(self) -> int:
        """The most threads in one direction: what a kernel is mostly told as an extent."""
        return max(blocks * threads for blocks, threads in zip(self.grid, self.block, strict=True))

    @property
    def text(self) -> str:
        shared = f", {self.shared_bytes} bytes of dynamic shared memory" if self.shared_bytes else ""
        return f"grid {dim_text(self.grid)}, block {dim_text(self.block)}{shared}"


def dim_text(dim: Dim3) -> str:
    kept = 3 if dim[2] > 1 else 2 if dim[1] > 1 else 1
    return ",".join(str(extent) for extent in dim[:kept])


def candidate_shapes(
    module: MachineModule,
    kernel: MachineFunction,
    shared_shapes: tuple[tuple[int, ...], ...],
    shared_bytes: int | None = None,
    grid: Dim3 | None = None,
    block: Dim3 | None = None,
) -> list[LaunchShape]:
    """Launches worth trying, the likeliest first; what is given stays as it is."""
    text = reachable_text(module, kernel)
    blocks = [block] if block else candidate_blocks(text, launch_bounds(kernel), shared_shapes)
    if shared_bytes is None:
        shared_bytes = DYNAMIC_SHARED_BYTES if has_dynamic_shared(module, kernel) else 0
    usual = [LaunchShape(grid or default_grid(text), each, shared_bytes) for each in blocks]
    modest = [LaunchShape(grid or few, block or each, shared_bytes) for few, each in MODEST]
    bounds = launch_bounds(kernel)
    return list(dict.fromkeys((*usual, *(each for each in modest if block or is_allowed(each.block, bounds)))))


def is_allowed(block: Dim3, bounds: LaunchBounds) -> bool:
    return not bounds.is_exact and is_sensible(block, bounds.threads or MOST_THREADS)


def reachable_text(module: MachineModule, kernel: MachineFunction) -> str:
    """The instructions of a kernel and of what it may call."""
    functions = [each for each in module.functions if each is kernel or not each.is_kernel]
    return "".join(instr.text or "" for function in functions for instr in function.instrs)


def has_dynamic_shared(module: MachineModule, kernel: MachineFunction) -> bool:
    """Whether there is a shared array without a size, or the kernel asks how large that is."""
    inner = (variable for directive in kernel.directives for variable in directive.variables)
    is_open = any(each.space == "shared" and each.elements is None for each in (*module.variables, *inner))
    return is_open or "%dynamic_smem_size" in reachable_text(module, kernel)


def candidate_blocks(ptx: str, bounds: LaunchBounds, shared_shapes: tuple[tuple[int, ...], ...]) -> list[Dim3]:
    if bounds.block and (bounds.is_exact or max(bounds.block[1:], default=1) > 1):
        x, y, z = (*bounds.block, 1, 1)[:3]
        return [(x, y, z)]
    dimensions = count_dimensions(ptx)
    limit = bounds.threads or MOST_THREADS
    found: list[Dim3] = []
    if dimensions == 1:
        found += [(bounds.threads, 1, 1)] if bounds.threads else []
        found += [(shape[0], 1, 1) for shape in shared_shapes if len(shape) == 1 and shape[0] % 32 == 0]
    else:
        found += [each for shape in shared_shapes for each in blocks_of_array(shape)]
    found += PLAIN_BLOCKS[dimensions]
    sensible = [each for each in dict.fromkeys(found) if is_sensible(each, limit)]
    if bounds.threads:  # a bound says how many threads there will be: blocks of just as many come first
        sensible.sort(key=lambda each: each[0] * each[1] * each[2] != limit)
    return sensible[:MOST_BLOCKS_TRIED]


def blocks_of_array(shape: tuple[int, ...]) -> list[Dim3]:
    """Blocks that would fill a shared array: as it is, without a padding column, without a halo."""
    if len(shape) == 1:
        side = int(shape[0] ** 0.5)
        return [(side, side, 1)] if side * side == shape[0] else []
    columns, rows, layers = shape[-1], shape[-2], shape[-3] if len(shape) > 2 else 1
    return [
        (columns, rows, layers),
        (columns - 1, rows, layers),
        (columns - 1, rows - 1, layers),
        (columns - 2, rows - 2, layers),
        (columns, rows, 1),
    ]


def is_sensible(block: Dim3, limit: int) -> bool:
    return min(block) >= 1 and block[0] * block[1] * block[2] <= limit and block[2] <= 64


def default_grid(ptx: str) -> Dim3:
    """Several blocks in each direction that the kernel asks for: blocks that it can't tell apart would only race."""
    x, y, z = (BLOCKS_A_DIMENSION if f"%ctaid.{letter}" in ptx else 1 for letter in "xyz")
    return x, y, z


def count_dimensions(ptx: str) -> int:
    """The highest dimension of threads that the PTX asks for."""
    for dimension, letter in ((3, "z"), (2, "y")):
        if f"%tid.{letter}" in ptx or f"%ntid.{letter}" in ptx:
            return dimension
    return 1
