"""One side of scripts/replay.py: compile the modules of a list, each at several levels, with the opencicc on PYTHONPATH.

    replay_compile.py JOBS.json RESULTS.jsonl

Goes through the command line, in this process: the one door that stays the same from commit to commit. Every compile
is written down as it ends, so that a crash inside libLLVM costs one module.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
from typing import Any

from opencicc.cli.main import main as opencicc


def main(jobs_path: str, results_path: str) -> None:
    with open(jobs_path) as file:
        jobs = json.load(file)
    with tempfile.TemporaryDirectory(prefix="opencicc-replay-") as folder, open(results_path, "a") as results:
        for module in jobs["modules"]:
            for row in compile_module(module, jobs["arch"], jobs["levels"], folder):
                results.write(json.dumps(row) + "\n")
                results.flush()


def compile_module(module: dict[str, str], arch: str, levels: dict[str, list[str]], folder: str) -> Any:
    """A row for each level: the PTX, or the first line of the error."""
    path, words = module["path"], [f"-arch={arch}"]
    if path.endswith(".cu"):
        # clang runs once; the levels start from what was linked.
        linked = os.path.join(folder, "module.lnk.bc")
        cache = f"--cache-dir={os.path.join(folder, 'cache')}"
        _, error = run([path, *words, "--stop-after=lnk", cache, "-o", linked])
        if error:
            yield from ({"name": module["name"], "level": level, "ptx": "", "error": error} for level in levels)
            return
        path, words = linked, [*words, "--start-from=opt"]
    for level, flags in levels.items():
        ptx, error = run([path, *words, *flags, "-w", "-o", os.path.join(folder, "module.ptx")])
        yield {"name": module["name"], "level": level, "ptx": ptx, "error": error}


def run(words: list[str]) -> tuple[str, str]:
    """What lies in the output file, or what was said."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        code = opencicc(words)
    if code:
        return "", said.getvalue().splitlines()[0] if said.getvalue() else f"exit code {code}"
    with open(words[-1], errors="replace") as file:
        return file.read(), ""


if __name__ == "__main__":
    main(*sys.argv[1:])
