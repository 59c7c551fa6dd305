"""Lets the tests in this folder import tests/support.py, scripts/ and their neighbours, however pytest was started."""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / "traps"), str(TESTS.parent / "scripts")]
