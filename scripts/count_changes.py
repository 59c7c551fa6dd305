"""How often each step of a pipeline changes anything: `count_changes.py [-O 3] [--update-docs] FILE.bc...`

Real compiles, the steps one by one and the bitcode compared around each: slow and exact. A step that never fires over
the benchmark kernels deserves a reason (docs/pipeline.md); `benchmarks/bench.py` leaves their IR in out/ir.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from benchmarks.docs import update_page
from opencicc.options.values import OptionValues
from opencicc.pipeline.assemble import assemble
from opencicc.pipeline.spec.names import parse_level
from opencicc.pipeline.step import linearize
from opencicc.target import parse_target

PAGE = Path(__file__).resolve().parent.parent / "docs" / "pipeline.md"
SECTION = "changes per step"
Label = tuple[str, str, int]  # the step, its place in the lists, and which one of those that are equal in both


def steps_of(module: bytes, level: str, arch: str, trace: Path) -> list[tuple[Label, bool]]:
    """The steps that ran, in order, and whether each changed the module."""
    result = opencicc.compile(module, arch=arch, options={"passes": f"nvopt<{level}>", "trace": str(trace)})
    steps = [e for e in result.trace.events if e.kind == "pass" and e.data and "where" in e.data]
    labels = numbered((event.name, str((event.data or {})["where"])) for event in steps)
    return [(label, event.changed is True) for label, event in zip(labels, steps, strict=True)]


def numbered(places: Iterable[tuple[str, str]]) -> list[Label]:
    """A label for each: how many equal ones came before."""
    seen: Counter[tuple[str, str]] = Counter()
    labels: list[Label] = []
    for place in places:
        labels.append((*place, seen[place]))
        seen[place] += 1
    return labels


def listed(level: str, arch: str) -> list[Label]:
    """The steps that do something, as the assembler lists them."""
    steps = assemble(OptionValues(), parse_target(arch), "", parse_level(level))
    return numbered((part.text, part.where) for step in steps for part in linearize(step) if part.is_active)


def count(paths: list[Path], level: str, arch: str) -> dict[Label, tuple[int, int]]:
    """By step: modules that it changed, modules that it ran on. In the order of the pipeline."""
    runs = dict.fromkeys(listed(level, arch), (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            for label, changed in steps_of(path.read_bytes(), level, arch, Path(folder) / "trace"):
                runs[label] = runs[label][0] + changed, runs[label][1] + 1
    return runs


def markdown(runs: dict[Label, tuple[int, int]], modules: int) -> str:
    lines = ["| step | where | changed | ran on |", "|---|---|--:|--:|"]
    lines += [f"| {name} | {where} | {changed} | {ran} |" for (name, where, _), (changed, ran) in runs.items()]
    idle = sum(changed == 0 for changed, _ in runs.values())
    return f"{modules} modules; {len(runs)} steps, {idle} of them changed nothing.\n\n" + "\n".join(lines)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("-O", dest="level", default="3", help="the level: 0 to 3, fcmax, fcmid or fcmin")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--update-docs", action="store_true", help=f"write the table into {PAGE.name}")
    arguments = parser.parse_args(argv)
    runs = count(arguments.files, f"O{arguments.level}", arguments.arch)
    for (name, where, _), (changed, ran) in runs.items():
        print(f"{changed:4} of {ran:3}  {name}  ({where})")
    if arguments.update_docs:
        update_page(SECTION, markdown(runs, len(arguments.files)), PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
