"""How many blocks fit on a multiprocessor, and what one more would cost."""

from __future__ import annotations

from opencicc.target import WARP_THREADS, Target, count_resident_warps, register_cliffs

BLOCK_SIZES = (32, 64, 96, 128, 192, 256, 384, 512, 768, 1024)


def occupancy_facts(target: Target, registers: int, threads: int, shared_bytes: int) -> dict[str, object]:
    """What the viewer's occupancy table shows, for a kernel with these figures."""
    limits = target.limits
    sizes = sorted({*BLOCK_SIZES, threads})
    return {
        "most_warps": limits.warps,
        "most_blocks": limits.blocks,
        "warps": count_resident_warps(target, registers, threads, shared_bytes),
        "cliffs": [list(step) for step in register_cliffs(target, threads, shared_bytes)],
        "by_threads": [[size, count_resident_warps(target, registers, size, shared_bytes)] for size in sizes],
        "one_more": one_block_more(target, registers, threads, shared_bytes),
    }


def one_block_more(target: Target, registers: int, threads: int, shared_bytes: int) -> dict[str, object]:
    """The most registers and shared memory with which one block more fits; or why none ever does."""
    limits = target.limits
    block_warps = -(-threads // WARP_THREADS)
    now = count_resident_warps(target, registers, threads, shared_bytes) // block_warps
    blocks = now + 1
    if blocks > limits.blocks:
        return {"blocks": blocks, "reason": f"{target.name} holds at most {limits.blocks} blocks"}
    if blocks * block_warps > limits.warps:
        return {"blocks": blocks, "reason": f"{target.name} holds at most {limits.warps} warps: all are in use"}
    fitting = [
        count for count, warps in register_cliffs(target, threads) if warps >= blocks * block_warps
    ]  # the last register count of each step that is good enough
    unit = limits.shared_unit_bytes
    shared = limits.shared_bytes // blocks // unit * unit - limits.shared_reserved_bytes
    return {
        "blocks": blocks,
        "registers": max(fitting, default=0),
        "shared_bytes": max(shared, 0),
        "registers_to_save": max(0, registers - max(fitting, default=0)),
        "shared_to_save": max(0, shared_bytes - shared),
    }
