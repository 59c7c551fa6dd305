"""Read-only facts about functions, computed on first use and dropped when they go stale.

A pass names them in `needs` and asks `ctx.analysis(...)`; all passes of a run share them (manager.py). One file for each,
which says its name and how it is computed; docs/generated/analyses.md is the list made from them.
"""
