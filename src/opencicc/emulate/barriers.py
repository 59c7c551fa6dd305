"""Where lanes wait for each other: block barriers, warp barriers, exchanges inside a warp, deadlock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from opencicc.emulate.blocks import CodeBlock
from opencicc.emulate.emit.constants import integer_value
from opencicc.emulate.emit.warp import member_mask
from opencicc.emulate.errors import EmulationError, Fault
from opencicc.emulate.groups import Frame, Group, merged
from opencicc.emulate.numeric.arrays import S64, U32, Array
from opencicc.machine.ir import Imm, Instr, Negated, Operand, Reg

if TYPE_CHECKING:
    from opencicc.emulate.scheduler import Scheduler


CLUSTER_BARRIER = 16  # barrier.cluster.wait has no number; blocks have 0 to 15


class Barrier:
    """One numbered barrier of every block in the team."""

    def __init__(self, blocks: int) -> None:
        self.arrived = np.zeros(blocks, S64)
        self.expected = np.full(blocks, -1, S64)  # -1: all live threads of the block
        self.votes = np.zeros(blocks, S64)
        self.parked: list[tuple[Frame, CodeBlock, Array]] = []


class Barriers:
    """All waiting of one team."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.scheduler = scheduler
        self.team = scheduler.team
        self.numbered: dict[int, Barrier] = {}

    def has_parked(self) -> bool:
        return any(barrier.parked for barrier in self.numbered.values())

    # Block barriers.

    def arrive(self, group: Group) -> bool:
        block = group.block
        if block.kind == "warp_barrier":
            return self.arrive_warp(group)
        instr = block.end
        assert instr is not None
        numbers, count, vote = self.operands(group, instr)
        following = block.owner.blocks[block.targets[0]]
        if (
            self.scheduler.all_live_are_in(group)
            and count is None
            and vote is None
            and not self.has_parked()
            and "arrive" not in instr.modifiers
        ):
            group.block = following
            return True
        lanes = group.lane_numbers()
        group.flush(block.live_in)
        numbers = np.broadcast_to(numbers, lanes.shape)
        for number in np.unique(numbers).tolist():
            chosen = numbers == number
            self.count(int(number), group, lanes[chosen], chosen, count, vote)
        if "arrive" in instr.modifiers:
            group.block = following
            self.recheck()
            return True
        self.recheck()
        return False

    def count(
        self, number: int, group: Group, lanes: Array, chosen: Array, count: Array | None, vote: Array | None
    ) -> None:
        barrier = self.numbered.setdefault(number, Barrier(self.team.count))
        slots = self.team.slot[lanes]
        barrier.arrived += np.bincount(slots, minlength=self.team.count)
        if vote is not None:
            votes = np.broadcast_to(vote, chosen.shape)[chosen]
            barrier.votes += np.bincount(slots, weights=votes, minlength=self.team.count).astype(S64)
        if count is not None:
            barrier.expected[slots] = np.broadcast_to(count, chosen.shape)[chosen]
        if "arrive" not in group.block.end.modifiers:  # type: ignore[union-attr]
            barrier.parked.append((group.frame, group.block, lanes))

    def operands(self, group: Group, instr: Instr) -> tuple[Array, Array | None, Array | None]:
        """(barrier number, thread count or None, votes or None) as arrays over the group."""
        operands = list(instr.operands)
        vote = None
        if "red" in instr.modifiers:
            operands.pop(0)
            source = operands.pop()
            vote = self.predicate(group, source)
        number = self.value(group, operands[0]) if operands else np.array([CLUSTER_BARRIER], S64)
        count = self.value(group, operands[1]) if len(operands) > 1 else None
        if count is not None and (count % 32 != 0).any():
            fault = Fault("a barrier's thread count must be a multiple of 32", int((count % 32 != 0).argmax()))
            raise self.scheduler.explain(fault, group, None)
        return number, count, vote

    @staticmethod
    def value(group: Group, operand: Operand) -> Array:
        if isinstance(operand, Imm):
            return np.array([integer_value(operand.text)], S64)
        assert isinstance(operand, Reg)
        return group.value(group.frame.code.registers[operand]).astype(S64)

    def predicate(self, group: Group, operand: Operand) -> Array:
        if isinstance(operand, Negated):
            return ~self.predicate(group, operand.operand)
        assert isinstance(operand, Reg)
        return group.value(group.frame.code.registers[operand])

    def recheck(self) -> None:
        """Let blocks whose threads are all there go on."""
        for barrier in self.numbered.values():
            if not barrier.arrived.any():
                continue
            expected = np.where(barrier.expected >= 0, barrier.expected, self.scheduler.live_count)
            done = (barrier.arrived >= expected) & (barrier.arrived > 0)
            if done.any():
                self.release(barrier, done)
        self.recheck_warps()

    def release(self, barrier: Barrier, done: Array) -> None:
        parked, barrier.parked = barrier.parked, []
        for frame, block, lanes in parked:
            goes = done[self.team.slot[lanes]]
            if not goes.all():
                barrier.parked.append((frame, block, lanes[~goes]))
            if goes.any():
                self.resume(barrier, frame, block, lanes[goes])
        for counts in (barrier.arrived, barrier.votes):
            counts[done] = 0
        barrier.expected[done] = -1

    def resume(self, barrier: Barrier, frame: Frame, block: CodeBlock, lanes: Array) -> None:
        instr = block.end
        assert instr is not None
        if "red" in instr.modifiers:
            votes = barrier.votes[self.team.slot[lanes]]
            if "popc" in instr.modifiers:
                result = votes.astype(U32)
            else:
                result = votes > 0 if "or" in instr.modifiers else votes == barrier.arrived[self.team.slot[lanes]]
            target = instr.operands[0]
            assert isinstance(target, Reg)
            slot = frame.code.registers[target]
            frame.registers[slot] = merged(frame.registers[slot], lanes, result, self.team.n)
            if target in frame.code.tracked:
                slot += len(frame.code.registers)
                zero = np.zeros(1, bool if target.bits == 1 else U32)
                frame.registers[slot] = merged(frame.registers[slot], lanes, zero, self.team.n)
        self.scheduler.put(Group(self.team, frame, block.owner.blocks[block.targets[0]], lanes))

    # Warps.

    def live_masks(self) -> Array:
        """For each warp the lanes that have not exited."""
        table = np.zeros((self.team.warp_count, 32), bool)
        table[self.team.warp, self.team.lane_id] = self.scheduler.is_live
        return np.packbits(table, axis=1, bitorder="little").view(U32)[:, 0]

    def member_masks(self, group: Group) -> Array:
        assert group.block.end is not None
        operand = member_mask(group.block.end)
        return (self.value(group, operand) & 0xFFFFFFFF).astype(U32)

    def may_exchange(self, group: Group) -> bool:
        """Whether all lanes named by the member masks are here; if not, those who can go on are split off."""
        if self.scheduler.all_live_are_in(group):
            return True
        needed = self.member_masks(group) & self.live_masks()[group.view.warps]
        ready = np.broadcast_to((needed & ~group.view.active_mask()) == 0, (group.view.n,))
        if ready.all():
            return True
        scheduler = self.scheduler
        lanes = group.lane_numbers()
        group.flush(group.block.live_in)
        waits = Group(self.team, group.frame, group.block, lanes[~ready])
        waits.is_blocked = True
        if ready.any():
            # This part runs before the others are put back, or it would be joined with them again.
            goes = Group(self.team, group.frame, group.block, lanes[ready])
            scheduler.execute(goes)
            goes.block = group.block.owner.blocks[group.block.targets[0]]
            scheduler.put(goes)
        scheduler.put(waits)
        return False

    def arrive_warp(self, group: Group) -> bool:
        """bar.warp.sync: the lanes may wait at different instructions."""
        block = group.block
        following = block.owner.blocks[block.targets[0]]
        needed = self.member_masks(group) & self.live_masks()[group.view.warps]
        here = group.view.active_mask()
        if ((needed & ~here) == 0).all():
            group.block = following
            return True
        group.flush(block.live_in)
        group.is_blocked = True
        self.scheduler.put(group)
        self.recheck_warps()
        return False

    def recheck_warps(self) -> None:
        """Wake blocked groups, and let warps pass whose lanes are spread over several warp barriers."""
        scheduler = self.scheduler
        blocked = [group for group in scheduler.waiting.values() if group.is_blocked]
        barriers = [group for group in blocked if group.block.kind == "warp_barrier"]
        for group in blocked:
            if group.block.kind == "warp":
                group.is_blocked = False
        if not barriers:
            return
        table = np.zeros((self.team.warp_count, 32), bool)
        for group in barriers:
            table[group.view.warps, group.view.lane_ids] = True
        here = np.packbits(table, axis=1, bitorder="little").view(U32)[:, 0]
        live = self.live_masks()
        for group in barriers:
            needed = self.member_masks(group) & live[group.view.warps]
            ready = np.broadcast_to((needed & ~here[group.view.warps]) == 0, (group.view.n,))
            if not ready.any():
                continue
            del scheduler.waiting[scheduler.key(group)]
            lanes = group.lane_numbers()
            if not ready.all():
                rest = Group(self.team, group.frame, group.block, lanes[~ready])
                rest.is_blocked = True
                scheduler.waiting[scheduler.key(rest)] = rest
            following = group.block.owner.blocks[group.block.targets[0]]
            scheduler.put(Group(self.team, group.frame, following, lanes[ready]))

    def raise_deadlock(self) -> None:
        """Nobody can go on: say who waits where."""
        scheduler = self.scheduler
        places: list[tuple[CodeBlock, Array]] = [
            (block, lanes) for barrier in self.numbered.values() for _, block, lanes in barrier.parked
        ]
        places += [(group.block, group.lane_numbers()) for group in scheduler.waiting.values()]
        block, lanes = places[0]
        described = [
            f"line {b.line}: {each.shape[0]} threads wait at '{b.end.opcode if b.end else ''}'" for b, each in places
        ]
        raise EmulationError(
            "deadlock: every remaining thread waits for others",
            at=scheduler.where(block, block.line, int(lanes[0])),
            fix="all threads a barrier counts, or a member mask names, must reach it",
            detail="\n".join(described),
        )
