"""Compiles every trap and mutant in this one process and prints what came of it as JSON.

    python tests/robustness/endure.py COUNT [--isolate]

Run by test_mutations.py as a process of its own, so that a crash shows as a failed test and not as a dead pytest. The
last line of output is the result; the name of the input at work is written to standard error before each compile.
"""

from __future__ import annotations

import json
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from mutate_inputs import mutants  # noqa: E402

import opencicc  # noqa: E402
from tests.support import EXAMPLES, load_examples  # noqa: E402
from tests.traps.test_traps import TRAPS  # noqa: E402

SLOW_LIMIT = 1  # seconds for the traps that never end


def inputs(count: int) -> Iterator[tuple[str, bytes, dict[str, object]]]:
    for name, data in mutants(count):
        yield name, data, {"arch": "sm_90"}
    for trap in TRAPS:
        options = {"ptx-version": trap.ptx_version} if trap.ptx_version else None
        limit = SLOW_LIMIT if trap.expect == "slow" else 0
        yield trap.name, trap.data, {"arch": trap.arch, "options": options, "time_limit": limit}


def outcome_of(name: str, data: bytes, arguments: dict[str, object], isolate: bool) -> str:
    try:
        result = opencicc.compile(data, opt_level=3, name=name, isolate=isolate, **arguments)  # type: ignore[arg-type]
    except opencicc.CompilerError as error:
        return type(error).__name__ if error.what else "an error without words"
    return "PTX" if f".target {arguments['arch']}" in result.ptx else "nothing"


def good_compiles() -> list[str]:
    """Some good modules, compiled: they have to come out the same before and after."""
    chosen = [example for example in load_examples() if example.least_sm <= 90][::4]
    return [opencicc.compile(example.text, arch="sm_90").ptx for example in chosen]


def peak_megabytes() -> int:
    """The most memory this process had; what `getrusage` says includes that of the process it was forked from."""
    status = Path("/proc/self/status")
    if status.exists():
        (peak,) = [line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
        return int(peak) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    count, isolate = int(sys.argv[1]), "--isolate" in sys.argv
    assert EXAMPLES.is_dir()
    before = good_compiles()
    outcomes: Counter[str] = Counter()
    wrong: list[str] = []
    for name, data, arguments in inputs(count):
        print(name, file=sys.stderr)
        try:
            outcomes[outcome_of(name, data, arguments, isolate)] += 1
        except Exception as error:  # what this is here to find
            wrong.append(f"{name}: {error!r}")
    result = {
        "outcomes": dict(outcomes.most_common()),
        "wrong": wrong,
        "traps": len(TRAPS),
        "is_same_after": good_compiles() == before,
        "peak_megabytes": peak_megabytes(),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
