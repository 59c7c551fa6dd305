"""Read-only facts about functions, computed on first use and dropped when they go stale.

A pass names them in `needs` and asks `ctx.analysis(...)`; all passes of a run share them (manager.py).

Snapshot       a function as flat lists (llvm/snapshot.py)
Flow, Loops    edges, dominators and natural loops by block number; a pass that preserves "cfg" preserves both
Pressure       live values and the registers they need
LiveRegisters  the most of them at one place
LaunchFacts    what a kernel's attributes promise about its blocks and registers
"""
