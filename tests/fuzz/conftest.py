"""Lets the tests in this folder import their neighbours, however pytest was started."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
