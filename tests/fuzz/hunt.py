"""Hunt the planted miscompiles: how many random kernels each one survives, and how small its kernel gets.

    python tests/fuzz/hunt.py [NAME ...]       writes tests/fuzz/found/NAME.ll and prints a table

The files are tests from then on (test_planted.py): the mistake must show on them, and without it every level agrees.
"""

from __future__ import annotations

import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from opencicc.check import Case, check
from opencicc.check.generate import generate
from opencicc.check.generate.kernel import kernel_case, launch_data
from opencicc.check.pipelines import BITWISE_OPTIONS, O0, STOCK
from opencicc.check.reduce import count_lines, reduce_case
from tests.fuzz.planted import PLANTED, Planted

FOUND = Path(__file__).resolve().parent / "found"
MOST_KERNELS = 500
REFERENCE, WITNESS = (pipeline.with_options(BITWISE_OPTIONS) for pipeline in (O0, STOCK))
HEADER = re.compile(
    r"^; PLANTED: (?P<name>\S+), SEED: (?P<seed>\d+), KERNELS: (?P<kernels>\d+), GRID: (?P<grid>\d+), BLOCK: (?P<block>\d+)$"
)


@dataclass(frozen=True)
class Find:
    """A kernel on which a mistake shows: the how-manieth it was, and its data."""

    name: str
    seed: int
    kernels: int
    case: Case

    @property
    def text(self) -> str:
        header = (
            f"; PLANTED: {self.name}, SEED: {self.seed}, KERNELS: {self.kernels}, "
            f"GRID: {self.case.grid}, BLOCK: {self.case.block}\n"
        )
        return header + str(self.case.ir)


def read_find(path: Path) -> Find:
    header, _, ir = path.read_text().partition("\n")
    match = HEADER.match(header)
    assert match, f"{path} has no header"
    seed = int(match["seed"])
    data = launch_data(seed, ir)
    case = kernel_case(path.stem, ir, int(match["grid"]), int(match["block"]), data)
    return Find(match["name"], seed, int(match["kernels"]), case)


def hunt(planted: Planted, most: int = MOST_KERNELS) -> Find | None:
    """The first kernel, in the order of seeds, whose results the mistake changes."""
    for seed in range(most):
        case = generate(seed, planted.mode or "mixed")
        if not check(case, (REFERENCE, planted)).agrees:
            return Find(planted.name, seed, seed + 1, case)
    return None


def reduced(find: Find, planted: Planted) -> Find:
    return Find(find.name, find.seed, find.kernels, reduce_case(find.case, planted, REFERENCE, (WITNESS,)))


def main(names: list[str]) -> None:
    FOUND.mkdir(exist_ok=True)
    print("| planted | what | kernels needed | lines found | lines reduced | seconds |\n|---|---|---:|---:|---:|---:|")
    for planted in [each for each in PLANTED if not names or each.name in names]:
        started = time.perf_counter()
        find = hunt(planted)
        if find is None:
            print(f"| {planted.name} | {planted.what} | not found in {MOST_KERNELS} | | | |", flush=True)
            continue
        small = reduced(find, planted)
        (FOUND / f"{planted.name}.ll").write_text(small.text)
        lines = f"{count_lines(str(find.case.ir))} | {count_lines(str(small.case.ir))}"
        seconds = time.perf_counter() - started
        print(f"| {planted.name} | {planted.what} | {find.kernels} | {lines} | {seconds:.0f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
