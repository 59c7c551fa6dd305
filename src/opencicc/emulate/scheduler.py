"""Runs the lanes of a team: picks a group, runs its block, splits it at branches, joins groups that meet.

The group at the lowest place of the deepest call goes first, so lanes that parted meet again where
the code joins. So that waiting on each other always ends, a group that keeps polling memory gives way
to the one that has waited longest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from opencicc.emulate import barriers, calls
from opencicc.emulate.blocks import CodeBlock
from opencicc.emulate.compiled import compile_block
from opencicc.emulate.errors import SLIP_FIX, SLIPS, EmulationError, Fault, NotEmulatedError, slip_text
from opencicc.emulate.groups import Frame, Group
from opencicc.emulate.numeric.arrays import Array
from opencicc.emulate.program import FunctionCode
from opencicc.emulate.team import Team

PICKS_BEFORE_TURN = 20_000  # of any block; then the longest-waiting group gets its turn

# In which order warps go: all together, or each as far as it can before the next, from the first or from the last.
TOGETHER, FORWARD, BACKWARD = WARP_ORDERS = ("", "forward", "backward")


class Budget:
    """Counts instructions over all teams of a launch."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.issued = 0
        self.lane_instructions = 0


class Scheduler:
    """The state of one team while it runs."""

    polls_before_turn = 8  # picks of a polling block before the longest-waiting group gets its turn

    def __init__(
        self,
        team: Team,
        kernel: FunctionCode,
        functions: dict[str, FunctionCode],
        budget: Budget,
        host: Any,
        warp_order: str = TOGETHER,
    ) -> None:
        self.team = team
        self.warp_order = warp_order
        self.kernel = kernel
        self.functions = functions
        self.by_address = {code.layout.function_addresses[name]: code for name, code in functions.items()}
        self.budget = budget
        self.host = host
        self.frames: dict[tuple[str, int], Frame] = {}
        self.waiting: dict[tuple[Frame, CodeBlock, int], Group] = {}
        self.barriers = barriers.Barriers(self)
        self.is_live = np.ones(team.n, bool)
        self.live_count = np.bincount(team.slot, minlength=team.count)
        self.live_total = team.n
        self.clock = 0
        self.polls = 0
        self.polls_since_exit = 0
        self.picks = 0
        self.turn_ends = 0
        frame = self.frame(kernel, 0)
        group = Group(team, frame, kernel.blocks[0], None)
        group.define_entry()
        self.put_warps(group) if warp_order else self.put(group)

    def put_warps(self, group: Group) -> None:
        """Let every warp start on its own."""
        for warp in range(self.team.warp_count):
            self.put(Group(self.team, group.frame, group.block, np.flatnonzero(self.team.warp == warp)))

    def key(self, group: Group) -> tuple[Frame, CodeBlock, int]:
        """Groups of one key are joined. Where warps run on their own, the key has the rank of the group's warp."""
        if not self.warp_order or group.lanes is None:
            return group.frame, group.block, 0
        warp = int(self.team.warp[group.lanes[0]])
        return group.frame, group.block, warp if self.warp_order == FORWARD else -warp

    def frame(self, code: FunctionCode, base: int) -> Frame:
        found = self.frames.get((code.name, base))
        if found is None:
            found = self.frames[code.name, base] = Frame(code, base, self.team.n)
        return found

    def all_live_are_in(self, group: Group) -> bool:
        return group.view.n == self.live_total

    def run(self, polls: int, instructions: int) -> bool:
        """Run until all lanes are done (True), or until so many polls or instructions brought no lane to its end."""
        self.polls_since_exit = 0
        self.turn_ends = self.budget.issued + instructions
        while True:
            group = self.pick()
            if group is None:
                if self.waiting or self.barriers.has_parked():
                    self.barriers.raise_deadlock()
                return True
            try:
                self.advance(group)
            except SLIPS as error:
                raise self.explain(Fault(slip_text(error), fix=SLIP_FIX), group, error.__traceback__) from error
            if self.polls_since_exit > polls or self.budget.issued > self.turn_ends:
                return False

    def pick(self) -> Group | None:
        waiting = self.waiting
        if len(waiting) == 1:
            group = next(iter(waiting.values()))
            if group.is_blocked:
                return None
            waiting.clear()
            return group
        ready = [group for group in waiting.values() if not group.is_blocked]
        if not ready:
            return None
        self.picks += 1
        if self.polls >= self.polls_before_turn or self.picks >= PICKS_BEFORE_TURN:
            self.polls = self.picks = 0
            group = min(ready, key=lambda g: g.stamp)
        else:
            group = min(ready, key=self.rank)
        del waiting[self.key(group)]
        return group

    def rank(self, group: Group) -> tuple[int, int, int]:
        return self.key(group)[2], -group.frame.base, group.block.index

    def execute(self, group: Group) -> Any:
        """Run the group's block once; returns what its end needs to know."""
        block, budget = group.block, self.budget
        try:
            code = block.code or compile_block(block)
            if group.lanes is not None:
                group.fetch()
            result = code(group.registers, group.view, self.team.memory, group.frame)
        except (Fault, NotEmulatedError) as fault:
            raise self.explain(fault, group, fault.__traceback__) from None
        group.dirty |= block.stores
        budget.issued += block.size
        budget.lane_instructions += block.size * group.view.n
        if budget.issued > budget.limit:
            raise self.runaway(group)
        if block.may_wait:
            self.polls += 1
            self.polls_since_exit += 1
        return result

    def advance(self, group: Group) -> None:
        """Run blocks of one group until it must be put back."""
        while True:
            block = group.block
            kind = block.kind
            if kind == "warp" and not self.barriers.may_exchange(group):
                return
            result = self.execute(group)
            if kind == "jump" or kind == "warp":
                group.block = block.owner.blocks[block.targets[0]]
            elif kind == "branch":
                if not self.branch(group, result):
                    return
            elif not self.leave(group, result):
                return
            # Alone and not polling: go on at once.
            if self.waiting or block.may_wait or self.budget.issued > self.turn_ends:
                self.put(group)
                return

    def branch(self, group: Group, taken: Array) -> bool:
        """Follow a conditional branch; False when the group was split and put back in parts."""
        block = group.block
        blocks = block.owner.blocks
        if taken.shape[0] == 1:
            group.block = blocks[block.targets[0 if taken[0] else 1]]
            return True
        count = int(np.count_nonzero(taken))
        if count == 0 or count == taken.shape[0]:
            group.block = blocks[block.targets[0 if count else 1]]
            return True
        self.split(group, [(taken, block.targets[0]), (~taken, block.targets[1])])
        return False

    def split(self, group: Group, parts: list[tuple[Array, int]]) -> None:
        block, frame = group.block, group.frame
        lanes = group.lane_numbers()
        group.flush(block.live_out)
        for chosen, target in parts:
            self.put(Group(self.team, frame, block.owner.blocks[target], lanes[chosen]))

    def put(self, group: Group) -> None:
        """Make a group wait for its turn, joined with one that already stands there."""
        self.clock += 1
        group.stamp = self.clock
        other = self.waiting.pop(self.key(group), None)
        if other is not None:
            group = self.join(group, other)
        self.waiting[self.key(group)] = group

    def join(self, group: Group, other: Group) -> Group:
        live = group.block.live_in
        group.flush(live)
        other.flush(live)
        lanes = np.sort(np.concatenate([group.lane_numbers(), other.lane_numbers()]))
        both = Group(self.team, group.frame, group.block, lanes)
        both.stamp = min(group.stamp, other.stamp)
        return both

    def leave(self, group: Group, result: Any) -> bool:
        """The rarer block ends; True when the group goes on with its (new) block."""
        kind = group.block.kind
        if kind == "barrier" or kind == "warp_barrier":
            return self.barriers.arrive(group)
        if kind == "call":
            return calls.enter(self, group, result)
        if kind == "return" and group.frame.sites:
            return calls.leave(self, group)
        if kind in ("return", "exit"):
            self.exit(group)
            return False
        if kind == "table":
            return self.table(group, result)
        fault = Fault("trap executed", fix="the kernel stops itself here (an assertion, or unreachable code)")
        raise self.explain(fault, group, None)

    def table(self, group: Group, index: Array) -> bool:
        block = group.block
        bad = index >= len(block.targets)
        if bad.any():
            raise self.explain(Fault("branch table index out of range", int(bad.argmax())), group, None)
        if index.shape[0] == 1:
            group.block = block.owner.blocks[block.targets[int(index[0])]]
            return True
        targets = np.array(block.targets)[index.astype(np.int64)]
        self.split(group, [(targets == target, target) for target in np.unique(targets).tolist()])
        return False

    def exit(self, group: Group) -> None:
        lanes = group.lane_numbers()
        self.is_live[lanes] = False
        self.live_total -= lanes.shape[0]
        self.live_count -= np.bincount(self.team.slot[lanes], minlength=self.team.count)
        self.polls_since_exit = 0
        self.barriers.recheck()

    def explain(self, fault: Fault | NotEmulatedError, group: Group, trace: Any) -> EmulationError:
        """The error a user sees, with kernel, line, block and thread."""
        line = self.line_of(group.block, trace)
        if isinstance(fault, NotEmulatedError):
            return NotEmulatedError(
                fault.what, at=f"kernel {self.kernel.name}, {fault.at or f'line {line}'}", fix=fault.fix
            )
        lanes = group.lane_numbers()
        lane = int(lanes[min(fault.lane, lanes.shape[0] - 1)])
        return EmulationError(fault.what, at=self.where(group.block, line, lane), fix=fault.fix)

    def where(self, block: CodeBlock, line: int, lane: int) -> str:
        inside = f" (in {block.owner.name})" if block.owner is not self.kernel else ""
        thread, slot = self.team.thread_index(lane), int(self.team.slot[lane])
        return f"kernel {self.kernel.name}{inside}, line {line}, block {self.team.block_index(slot)}, thread {thread}"

    @staticmethod
    def line_of(block: CodeBlock, trace: Any) -> int:
        while trace is not None:
            if trace.tb_frame.f_code.co_filename.startswith("<emulated"):
                row = int(trace.tb_lineno) - 2
                if 0 <= row < len(block.lines) and block.lines[row].line:
                    return block.lines[row].line
            trace = trace.tb_next
        return block.line

    def runaway(self, group: Group) -> EmulationError:
        lane = int(group.lane_numbers()[0])
        return EmulationError(
            f"the kernel did not end within {self.budget.limit} instructions",
            at=self.where(group.block, group.block.line, lane),
            fix="an endless loop, or raise instruction_limit",
        )
