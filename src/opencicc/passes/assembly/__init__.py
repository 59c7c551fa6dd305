"""Inline assembly written as IR: the pass lift-assembly.

run.py         the pass                                          lift.py        which calls, and the exchange
statements.py  a template as instructions and their operands     operations.py  what single instructions are in IR
plan.py        a whole template whose instructions are known
"""
