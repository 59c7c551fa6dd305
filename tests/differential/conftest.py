"""Lets the tests in this folder import the benchmark kernels and their neighbours, however pytest was started."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]
