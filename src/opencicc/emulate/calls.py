"""Calls and returns: parameters are bytes in local memory, copied from the caller's frame to the callee's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from opencicc.emulate.blocks import CodeBlock
from opencicc.emulate.errors import Fault, NotEmulatedError
from opencicc.emulate.groups import CallSite, Frame, Group
from opencicc.emulate.layout import Place
from opencicc.emulate.numeric.arrays import Array
from opencicc.emulate.program import FunctionCode
from opencicc.machine.ir import Group as Arguments
from opencicc.machine.ir import Instr, Symbol

if TYPE_CHECKING:
    from opencicc.emulate.scheduler import Scheduler


def arguments(instr: Instr) -> tuple[list[str], str | None, list[str]]:
    """(return variables, callee name or None, argument variables) of a call."""
    operands = list(instr.operands)
    returns: list[str] = []
    if isinstance(operands[0], Arguments) and len(operands) > 1:
        returns = [str(item) for item in operands.pop(0).items]  # type: ignore[union-attr]
    target = operands.pop(0)
    args = operands[0].items if operands and isinstance(operands[0], Arguments) else ()
    return returns, target.name if isinstance(target, Symbol) else None, [str(item) for item in args]


def enter(scheduler: Scheduler, group: Group, target: Any) -> bool:
    block = group.block
    assert block.end is not None
    _, name, _ = arguments(block.end)
    group.flush(block.live_out)
    if name is not None:
        if name in scheduler.functions:
            return start(scheduler, group, scheduler.functions[name])
        return call_host(scheduler, group, name)
    if target.shape[0] == 1 or (target == target[0]).all():
        return start(scheduler, group, by_address(scheduler, group, int(target[0]), 0))
    lanes = group.lane_numbers()
    for address in np.unique(target).tolist():
        chosen = target == address
        part = Group(scheduler.team, group.frame, block, lanes[chosen])
        start(scheduler, part, by_address(scheduler, group, address, int(chosen.argmax())))
        scheduler.put(part)
    return False


def by_address(scheduler: Scheduler, group: Group, address: int, lane: int) -> FunctionCode:
    code = scheduler.by_address.get(address)
    if code is None:
        fault = Fault(f"call to {address:#x}, which is no function", lane)
        raise scheduler.explain(fault, group, None)
    return code


def start(scheduler: Scheduler, group: Group, callee: FunctionCode) -> bool:
    """Move the group to the first block of the callee."""
    block, caller = group.block, group.frame
    assert block.end is not None
    base = caller.base + caller.code.frame_bytes
    if base + callee.frame.size > scheduler.team.memory.local_bytes:
        fault = Fault(f"the stack is full in a call to '{callee.name}'", fix="raise stack_bytes, or end the recursion")
        raise scheduler.explain(fault, group, None)
    frame = scheduler.frame(callee, base)
    lanes = group.lanes
    forget(scheduler, lanes, base, callee.frame.size)
    _, _, names = arguments(block.end)
    if len(names) != len(callee.frame.params):
        fault = Fault(f"'{callee.name}' takes {len(callee.frame.params)} arguments, the call has {len(names)}")
        raise scheduler.explain(fault, group, None)
    for name, param in zip(names, callee.frame.params, strict=True):
        copy(scheduler, lanes, caller.base + place_in(block, name).offset, base + param.offset, param.size)
    following = block.owner.blocks[block.targets[0]]
    site = next((n for n, s in enumerate(frame.sites) if s.frame is caller and s.block is following), len(frame.sites))
    if site == len(frame.sites):
        frame.sites.append(CallSite(caller, following, block.end))
    if lanes is None:
        frame.site_of_lane[:] = site
    else:
        frame.site_of_lane[lanes] = site
    group.stand_at(frame, callee.blocks[0])
    group.define_entry()
    return True


def place_in(block: CodeBlock, name: str) -> Place:
    place = block.names.get(name)
    if place is None:
        raise NotEmulatedError(
            f"a call with '{name}', which is no .param variable, is not emulated", at=f"line {block.line}"
        )
    return place


def leave(scheduler: Scheduler, group: Group) -> bool:
    """Return to where each lane came from."""
    frame = group.frame
    lanes = group.lane_numbers()
    sites = frame.site_of_lane[lanes]
    found = np.unique(sites).tolist()
    for site in found:
        chosen = lanes if len(found) == 1 else lanes[sites == site]
        resume(scheduler, group, frame, frame.sites[site], chosen)
    return False


def resume(scheduler: Scheduler, group: Group, frame: Frame, site: CallSite, lanes: Array) -> None:
    returns, _, _ = arguments(site.instr)
    # The block after the call may lie in another scope; the call's own block knows the names.
    names = next(b.names for b in site.frame.code.blocks if b.end is site.instr)
    everyone = None if lanes.shape[0] == scheduler.team.n else lanes
    places = frame.code.frame.returns
    if len(returns) != len(places) or any(name not in names for name in returns):
        what = f"the call takes {', '.join(returns) or 'nothing'} from '{frame.code.name}', which returns {len(places)}"
        fix = "each result is a .param variable declared in the call's scope"
        raise scheduler.explain(Fault(f"{what} value{'' if len(places) == 1 else 's'}", fix=fix), group, None)
    for name, place in zip(returns, places, strict=True):
        copy(scheduler, everyone, frame.base + place.offset, site.frame.base + names[name].offset, place.size)
    scheduler.put(Group(scheduler.team, site.frame, site.block, lanes))


def rows(scheduler: Scheduler, values: Array) -> Array:
    memory, n = scheduler.team.memory, scheduler.team.n
    return values[: n * memory.local_bytes].reshape(n, memory.local_bytes)


def copy(scheduler: Scheduler, lanes: Array | None, source: int, target: int, size: int) -> None:
    """Bytes and their known bits from one place of local memory to another."""
    local = scheduler.team.memory.local
    for values in (local.data, local.known):
        if values is None:
            continue
        table = rows(scheduler, values)
        if lanes is None:
            table[:, target : target + size] = table[:, source : source + size]
        else:
            table[lanes, target : target + size] = table[lanes, source : source + size]


def forget(scheduler: Scheduler, lanes: Array | None, start: int, size: int) -> None:
    """A new frame starts undefined."""
    known = scheduler.team.memory.local.known
    if known is None or size == 0:
        return
    table = rows(scheduler, known)
    if lanes is None:
        table[:, start : start + size] = 0
    else:
        table[lanes, start : start + size] = 0


def call_host(scheduler: Scheduler, group: Group, name: str) -> bool:
    """A function that the emulator provides: vprintf, malloc, free, __assertfail."""
    block = group.block
    assert block.end is not None
    returns, _, names = arguments(block.end)
    lanes = group.lanes
    table = rows(scheduler, scheduler.team.memory.local.data)
    chosen = table if lanes is None else table[lanes]
    base = group.frame.base
    args = []
    for each in names:
        place = place_in(block, each)
        raw = np.ascontiguousarray(chosen[:, base + place.offset : base + place.offset + place.size])
        args.append(raw)
    try:
        result = scheduler.host.call(name, args, scheduler, group)
    except Fault as fault:
        raise scheduler.explain(fault, group, None) from None
    if returns and result is not None:
        place = place_in(block, returns[0])
        data = np.ascontiguousarray(result).view(np.uint8).reshape(-1, result.dtype.itemsize)[:, : place.size]
        local = scheduler.team.memory.local
        for values, content in ((local.data, data), (local.known, np.uint8(0xFF))):
            if values is None:
                continue
            target = rows(scheduler, values)
            start_byte = base + place.offset
            if lanes is None:
                target[:, start_byte : start_byte + place.size] = content
            else:
                target[lanes, start_byte : start_byte + place.size] = content
    group.block = block.owner.blocks[block.targets[0]]
    return True
