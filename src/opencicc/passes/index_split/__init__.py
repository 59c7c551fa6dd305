"""Splitting loops where their index crosses a tested bound.

find.py  a loop and its test, as facts      copy.py  a copy of a loop in front of it
run.py   the pass `loop-index-split`
"""
