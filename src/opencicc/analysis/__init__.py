"""Read-only facts about functions, computed on first use and dropped when they go stale.

A pass names them in `needs` and asks `ctx.analysis(...)`; all passes of a run share them (manager.py).

Snapshot       a function as flat lists (llvm/snapshot.py)
Flow, Loops    edges, dominators and natural loops by block number; a pass that preserves "cfg" preserves both
Liveness       live values as bit sets, by block and by point
Pressure       the registers they need, the most in each block
RegisterPressure  the same by register class (`rpa`): predicates, 16, 32, 64 and 128 bits
MergeSets      where definitions of a block meet others (`merge-sets`), as bit sets of blocks
LiveRegisters  the most of them at one place
Divergence     values that differ between the threads of a block, branches that part them
Barriers       what each barrier stands between
LaunchFacts    what a kernel's attributes promise about its blocks and registers
Occupancy      how many warps of a kernel fit on a multiprocessor
"""
