"""How often each step of a pipeline changes anything: `count_changes.py [-O3] FILE.bc...` prints "N of M" per step.

Steps run one by one and the bitcode is compared around each, so this is slow and exact. A step that never fires over
the benchmark kernels deserves a reason (docs/pipeline.md).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from opencicc.llvm.ir import Context
from opencicc.llvm.native import TargetMachine, run_passes
from opencicc.options.values import OptionValues
from opencicc.passes import Status
from opencicc.pipeline.assemble import assemble
from opencicc.pipeline.names import parse_level
from opencicc.pipeline.step import linearize, native_text
from opencicc.target import parse_target


def count_changes(paths: list[Path], level: str, arch: str) -> tuple[list[str], Counter[int]]:
    """The active steps' labels, and how many modules each one changed."""
    target = parse_target(arch)
    steps = [part for step in assemble(OptionValues(), target, "", parse_level(level)) for part in linearize(step)]
    active = [step for step in steps if step.status in (Status.NATIVE, Status.STAND_IN)]
    changed: Counter[int] = Counter()
    for path in paths:
        with Context() as context, TargetMachine(target, 3) as machine:
            module = context.parse(path.read_bytes(), path.name)
            before = module.bitcode()
            for number, step in enumerate(active):
                run_passes(module, native_text(step), machine)
                after = module.bitcode()
                changed[number] += after != before
                before = after
    return [f"{step.text} ({step.where})" for step in active], changed


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("-O", dest="level", default="3", help="the level: 0 to 3, fcmax, fcmid or fcmin")
    parser.add_argument("--arch", default="sm_90")
    arguments = parser.parse_args(argv)
    labels, changed = count_changes(arguments.files, f"O{arguments.level}", arguments.arch)
    for number, label in enumerate(labels):
        print(f"{changed[number]:4} of {len(arguments.files)}  {label}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
