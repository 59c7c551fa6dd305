"""64-bit arithmetic that 32 bits hold, done in 32.

facts.py   which operations may be narrow, and who reads them      decide.py   which of them gain by it
rewrite.py how they become narrow                                  run.py      the pass `narrow-integers`
"""
