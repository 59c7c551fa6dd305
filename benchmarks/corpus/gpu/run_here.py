#!/usr/bin/env python3
"""Runs the programs that lie beside this file on the GPU of this machine; `--help` says how."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from gpu.run import main

if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent, sys.argv[1:]))
