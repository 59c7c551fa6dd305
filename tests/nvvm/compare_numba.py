"""All of numba-cuda's own tests, with our library and with NVIDIA's: which verdicts differ.

    tests/nvvm/compare_numba.py [--json FILE] [MODULE...]     each module in a process of its own, some 20 minutes for all

Without a GPU most tests end with the same error in both; what counts is that no test ends otherwise. Modules whose tests
start other processes and wait for a GPU in them are left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = "numba.cuda.tests"
LEFT_OUT = ("cudasim", "benchmarks", "test_caching", "test_ipc", "test_multiprocessing")
MOST_SECONDS = 600
OURS, THEIRS = ("-m", "opencicc.nvvm.execute"), ()


def modules() -> list[str]:
    """Every module of tests that is installed."""
    found = importlib.util.find_spec("numba_cuda")
    if found is None or found.origin is None:
        sys.exit("numba-cuda is not installed: pip install numba-cuda")
    folder = Path(found.origin).parent / "numba" / "cuda" / "tests"
    paths = [path.relative_to(folder).with_suffix("") for path in sorted(folder.rglob("test_*.py"))]
    return [".".join((PACKAGE, *path.parts)) for path in paths if not set(path.parts) & set(LEFT_OUT)]


def verdicts(module: str, starter: tuple[str, ...]) -> dict[str, str]:
    """Test to verdict: its first word, and for a process that ended otherwise how it did."""
    command = [sys.executable, *starter, str(HERE / "numba_own_tests.py"), module]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return {module: "no end"}
    if done.returncode:
        return {module: f"exit code {done.returncode}"}
    said: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return {name: verdict.split(":")[0] for name, verdict in said.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", help="only these modules of tests")
    parser.add_argument("--json", type=Path, help="write all verdicts to a file: [ours, theirs] for each module")
    given = parser.parse_args()
    said: dict[str, list[dict[str, str]]] = {}
    differing: list[str] = []
    for module in given.modules or modules():
        ours, theirs = said[module] = [verdicts(module, starter) for starter in (OURS, THEIRS)]
        differing += [
            f"{name}: {ours.get(name, 'missing')}, with NVIDIA's {theirs.get(name, 'missing')}"
            for name in sorted(ours.keys() | theirs.keys())
            if ours.get(name) != theirs.get(name)
        ]
        print(module, dict(Counter(ours.values())), flush=True)
        if given.json:
            given.json.write_text(json.dumps(said, indent=1))
    for number, title in enumerate(("ours", "NVIDIA's")):
        counts = Counter(verdict for both in said.values() for verdict in both[number].values())
        print(f"{title}: {sum(counts.values())} tests of {len(said)} modules: {dict(counts)}")
    print(f"{len(differing)} differ", *differing, sep="\n  ")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
