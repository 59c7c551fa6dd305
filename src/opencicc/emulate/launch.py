"""launch: run one kernel of a PTX text over a grid, on NumPy arrays."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from opencicc.emulate.arguments import Buffers, pack_arguments
from opencicc.emulate.counts import CountingScheduler, WarpCounts
from opencicc.emulate.errors import SLIP_FIX, SLIPS, EmulationError, slip_text
from opencicc.emulate.host import Host
from opencicc.emulate.layout import align_up
from opencicc.emulate.memory import GAP_BYTES, Memory
from opencicc.emulate.numeric.arrays import Array
from opencicc.emulate.program import Program
from opencicc.emulate.scheduler import TOGETHER, WARP_ORDERS, Budget, Scheduler
from opencicc.emulate.team import Dim3, Team
from opencicc.emulate.unchanging import Unchanging
from opencicc.errors import UsageError
from opencicc.machine import parse
from opencicc.machine.bounds import launch_bounds

LANES_AT_ONCE = 8192  # our choice: arrays of 32 to 64 KiB, measured best in benchmarks/emulator_speed.py
LOCAL_BYTES_AT_ONCE = 1 << 28
HEAP_BYTES = 8 << 20
# A team's turn in polls and instructions: many polls at first, fewer once blocks are known to wait (our choice).
FIRST_POLLS, MORE_POLLS, FIRST_INSTRUCTIONS = 2_000, 500, 20_000
INSTRUCTION_LIMIT = 20_000_000  # our choice: a minute or two of an endless loop
STACK_BYTES = 16 << 10
MOST_THREADS = 1024
MOST_EXTENT = (1 << 31) - 1  # of a grid in x, the widest
# What a GPU has, or more than any has: beyond, a size is a mistake, and NumPy would fail to get the memory.
MOST_SHARED_BYTES, MOST_LOCAL_BYTES, MOST_GLOBAL_BYTES = 228 << 10, 512 << 10, 8 << 30


@dataclass
class LaunchResult:
    """What a launch did. `undefined[i]` marks undefined elements of the i-th array argument (or is None)."""

    arrays: list[Array]
    undefined: list[Array | None]
    output: str = ""
    lane_instructions: int = 0
    instructions_issued: int = 0
    seconds: float = 0.0

    @property
    def has_undefined(self) -> bool:
        return any(mask is not None for mask in self.undefined)


@lru_cache(maxsize=64)
def load_program(ptx: str, name: str) -> Program:
    module = parse(ptx)
    try:
        return Program(module, name)
    except SLIPS as error:
        raise EmulationError(slip_text(error), at=f"kernel {name}", fix=SLIP_FIX) from error


def as_dim3(value: int | Sequence[int], what: str) -> Dim3:
    try:
        parts = [int(part) for part in ([value] if isinstance(value, (int, np.integer)) else list(value))]
    except (TypeError, ValueError):
        parts = []
    if not 1 <= len(parts) <= 3 or any(not 1 <= part <= MOST_EXTENT for part in parts):
        raise UsageError(
            f"the {what} must be one to three positive numbers, not {value!r}",
            fix=f"a {what} is 64, or (16, 16), or (8, 8, 4)",
        )
    x, y, z = (*parts, 1, 1)[:3]
    return x, y, z


def launch(
    ptx: str,
    name: str,
    grid: int | Sequence[int],
    block: int | Sequence[int],
    args: Sequence[Any],
    shared_bytes: int = 0,
    *,
    instruction_limit: int = INSTRUCTION_LIMIT,
    stack_bytes: int = STACK_BYTES,
    lanes_at_once: int = LANES_AT_ONCE,
    warp_order: str = TOGETHER,
    counts: WarpCounts | None = None,
) -> LaunchResult:
    """Run kernel `name`. Arrays in `args` are device buffers, changed in place.

    `shared_bytes` is the dynamic shared memory. `instruction_limit` counts instructions issued for a
    group of lanes. `stack_bytes` bounds local memory of a thread where calls recurse. All threads go together
    unless `warp_order` is "forward" or "backward": then each warp goes as far as it can before the next, which
    shows a missing barrier. `counts` is filled with what warps issue.
    """
    if warp_order not in WARP_ORDERS:
        raise UsageError(f"unknown warp order '{warp_order}'", fix="it is empty, forward or backward")
    started = time.perf_counter()
    program = load_program(ptx, name)
    grid3, block3 = as_dim3(grid, "grid"), as_dim3(block, "block")
    check_block(program, block3)
    memory = Memory()
    memory.allocations = list(program.layout.base_memory.allocations)
    memory.starts = list(program.layout.base_memory.starts)
    memory.global_size = program.layout.base_memory.global_size
    check_sizes(program, shared_bytes, stack_bytes)
    buffers = Buffers(memory)
    frame = program.code.frame
    parameters = pack_arguments(program.kernel, frame.kernel_params, frame.param_bytes, list(args), buffers)
    memory.parameters = parameters
    memory.parameter_start = memory.allocate(len(parameters), "kernel parameters", is_writable=False)
    if memory.global_size > MOST_GLOBAL_BYTES:
        raise UsageError(
            f"the buffers and variables take {memory.global_size} bytes",
            fix=f"give smaller ones: {MOST_GLOBAL_BYTES} at most",
        )
    heap = HEAP_BYTES if program.uses_heap else 0
    memory.global_size += heap
    memory.commit()
    if program.reads_only:
        memory.unchanging = Unchanging(memory.global_size + GAP_BYTES)
    memory.global_size -= heap
    for start, data in [*program.layout.memory_image, (memory.parameter_start, parameters)]:
        memory.space.data[start : start + len(data)] = np.frombuffer(data, np.uint8)
    buffers.upload()
    run = Run(program, memory, grid3, block3, shared_bytes, Budget(instruction_limit), stack_bytes, lanes_at_once)
    run.warp_order = warp_order
    run.counts = counts
    try:
        with np.errstate(all="ignore"):
            run.all_teams()
    except EmulationError as error:
        error.instructions_issued = run.budget.issued
        raise
    buffers.download()
    return LaunchResult(
        arrays=buffers.arrays,
        undefined=buffers.undefined(),
        output="".join(run.host.output),
        lane_instructions=run.budget.lane_instructions,
        instructions_issued=run.budget.issued,
        seconds=time.perf_counter() - started,
    )


def check_block(program: Program, block: Dim3) -> None:
    """What the driver would refuse: a block beyond the kernel's bounds, or other than the one it requires."""
    bounds, threads, name = launch_bounds(program.kernel), math.prod(block), program.kernel.name
    if bounds.is_exact and block != as_dim3(bounds.block, "required block"):
        wanted = ",".join(str(extent) for extent in bounds.block)
        raise UsageError(
            f"'{name}' requires other blocks than {' x '.join(map(str, block))}",
            fix=f"launch it with blocks of {wanted}",
        )
    most = bounds.threads or MOST_THREADS
    if threads > most:
        raise UsageError(f"{threads} threads in a block are too many for '{name}'", fix=f"{most} are the most")


def check_sizes(program: Program, shared_bytes: int, stack_bytes: int) -> None:
    """Shared and local memory that no GPU has."""
    name = program.kernel.name
    if not isinstance(shared_bytes, (int, np.integer)) or shared_bytes < 0:
        raise UsageError(f"dynamic shared memory can't be {shared_bytes!r} bytes", fix="give 0 or more")
    if not isinstance(stack_bytes, (int, np.integer)) or stack_bytes < 0:
        raise UsageError(f"a stack can't be {stack_bytes!r} bytes", fix="give 0 or more")
    shared = program.layout.dynamic_start + shared_bytes
    for size, most, what in (
        (shared, MOST_SHARED_BYTES, "shared memory"),
        (program.stack_bytes, MOST_LOCAL_BYTES, "local memory"),
    ):
        if size > most:
            raise EmulationError(f"'{name}' needs {size} bytes of {what}", fix=f"{most} are the most on any GPU")


class Run:
    """Blocks in flight: teams of blocks in order, a further one started when all others only poll."""

    def __init__(
        self,
        program: Program,
        memory: Memory,
        grid: Dim3,
        block: Dim3,
        shared_bytes: int,
        budget: Budget,
        stack_bytes: int,
        lanes_at_once: int,
    ) -> None:
        self.program, self.memory, self.grid, self.block = program, memory, grid, block
        self.dynamic_bytes = shared_bytes
        self.shared_bytes = program.layout.static_shared_bytes
        if shared_bytes:
            self.shared_bytes = program.layout.dynamic_start + shared_bytes
        is_open_ended = program.is_recursive or program.uses_alloca
        self.local_bytes = align_up(program.stack_bytes + (stack_bytes if is_open_ended else 0), 16)
        self.budget = budget
        self.host = Host()
        self.blocks = math.prod(grid)
        threads = math.prod(block)
        most = max(lanes_at_once // threads, 1)
        if self.local_bytes:
            most = max(min(most, LOCAL_BYTES_AT_ONCE // (self.local_bytes * threads)), 1)
        self.blocks_at_once = min(most, self.blocks)
        self.next_block = 0
        self.warp_order = TOGETHER
        self.counts: WarpCounts | None = None

    def start_team(self) -> Scheduler:
        count = min(self.blocks_at_once, self.blocks - self.next_block)
        threads = math.prod(self.block)
        memory = self.memory.for_team(count, count * threads, self.shared_bytes, self.local_bytes)
        team = Team(memory, self.grid, self.block, self.next_block, count, self.dynamic_bytes)
        self.next_block += count
        needs = (team, self.program.code, self.program.functions, self.budget, self.host, self.warp_order)
        return Scheduler(*needs) if self.counts is None else CountingScheduler(self.counts, *needs)

    def all_teams(self) -> None:
        """Teams in order; while those that run only wait, a further one joins, ever later.

        Waiting shows as polls (volatile and atomic accesses), or as a loop that goes on and on. Turns grow with
        the number of teams, so that a long computation does not end up with all of its blocks in flight.
        """
        active: list[Scheduler] = []
        polls, instructions = float(FIRST_POLLS), FIRST_INSTRUCTIONS
        while active or self.next_block < self.blocks:
            waiting = [scheduler for scheduler in active if not scheduler.run(int(polls), instructions)]
            if self.next_block < self.blocks and len(waiting) == len(active):
                if waiting:
                    polls = float(MORE_POLLS) if polls == FIRST_POLLS else polls * 1.1
                    instructions *= 2
                waiting.append(self.start_team())
            active = waiting
