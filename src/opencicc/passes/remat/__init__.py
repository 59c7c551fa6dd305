"""Rematerialisation on IR: facts (survey, chains, loads, counters), decisions (decide, cost) and edits apart.

`run.py` is the pass; docs/rematerialization.md tells what it does, in which order, and what it is worth.
"""
