"""Compiles LLVM's own tests to PTX, all in one process, and counts what dies, hangs, leaks or prints.

    apt-get source --download-only llvm-toolchain-19 && tar xf llvm-toolchain-19_*.orig.tar.xz
    python scripts/run_llvm_tests.py llvm-toolchain-19-*/llvm/test
    python scripts/run_llvm_tests.py llvm/test --folders Transforms/GVN Transforms/LICM --level 2

TREE is llvm/test of any recent LLVM. Most of its modules are for other processors and many are made to be refused: the
triple is rewritten, the data layout left out, files in parts (`;--- name`) are taken apart. Anything may come out but
a dead process, a hang, or memory that grows. One child compiles everything; where it dies or stands still it is
replaced, and that is counted. A hang counts as llc's own where llc does not end on the same text either.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

FOLDERS = (
    "CodeGen/NVPTX",
    "Transforms/Inline",
    "Transforms/LoopUnroll",
    "Transforms/SROA",
    "Transforms/SimplifyCFG",
    "Verifier",
)
TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'
_TARGET = re.compile(r"^target (?:triple|datalayout) *=.*\n", re.MULTILINE)
_PART = re.compile(r"^;--- .*\n", re.MULTILINE)
OPTIONS = {"device-c": True}  # tests call what they only declare
_WARM_UP = 100  # compiles before memory counts: caches and arenas fill first


def modules(tree: Path, folders: list[str]) -> Iterator[tuple[str, str]]:
    """Names and rewritten texts, in an order that is always the same."""
    for folder in folders:
        for path in sorted((tree / folder).rglob("*.ll")):
            parts = [part for part in _PART.split(path.read_text(errors="surrogateescape")) if part.strip()]
            for number, part in enumerate(parts):
                name = str(path.relative_to(tree)) + (f"#{number}" if len(parts) > 1 else "")
                yield name, TRIPLE + _TARGET.sub("", part)


# --- the child: compiles, and says what came of it, a line of JSON each ---


def serve(tree: Path, folders: list[str], first: int, arch: str, level: int) -> None:
    import opencicc
    from opencicc.llvm import recovery

    answers = os.fdopen(os.dup(1), "w", buffering=1)
    with tempfile.TemporaryFile() as raw:
        os.dup2(raw.fileno(), 1)  # what libLLVM prints by itself
        os.dup2(raw.fileno(), 2)
        for index, (name, text) in enumerate(modules(tree, folders)):
            if index < first:
                continue
            print(json.dumps({"index": index, "name": name}), file=answers)
            message = ""
            try:
                source = text.encode(errors="surrogateescape")
                opencicc.compile(source, arch=arch, opt_level=level, name=name, options=OPTIONS)
                outcome = "PTX"
            except opencicc.CompilerError as error:
                outcome, message = type(error).__name__, str(error)
            except Exception as error:  # what must not happen
                outcome, message = "wrong", repr(error)
            said = os.pread(raw.fileno(), 2000, 0).decode(errors="replace")
            os.ftruncate(raw.fileno(), 0)
            os.lseek(raw.fileno(), 0, os.SEEK_SET)
            facts = {"outcome": outcome, "message": message, "raw": said, "kilobytes": resident_kilobytes()}
            print(json.dumps({**facts, "lost": recovery.lost_contexts()}), file=answers)


def resident_kilobytes() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * (os.sysconf("SC_PAGESIZE") // 1024)


# --- the parent: watches, replaces, counts ---


class Tally:
    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.memory: list[int] = []
        self.found: dict[str, list[str]] = {
            kind: [] for kind in ("deaths", "hangs", "hangs of llc too", "wrong", "survived crashes", "raw lines")
        }
        self.refusals: Counter[str] = Counter()
        self.lost = 0

    def add(self, name: str, facts: dict[str, object]) -> None:
        outcome, message = str(facts["outcome"]), str(facts["message"])
        self.outcomes[outcome] += 1
        self.memory.append(int(str(facts["kilobytes"])))
        self.lost = int(str(facts["lost"]))
        if outcome == "wrong":
            self.found["wrong"].append(f"{name}: {message}")
        elif outcome == "InternalError":
            kind = "deaths" if "worker process died" in message else "survived crashes"
            self.found[kind].append(f"{name}: {message}")
        elif outcome != "PTX":
            self.refusals[re.sub(r"[@%'\"].*|\d+", "*", message.splitlines()[0])[:90]] += 1
        if facts["raw"]:
            self.found["raw lines"].append(f"{name}: {str(facts['raw'])[:300]}")

    def is_good(self) -> bool:
        return not (self.found["deaths"] or self.found["hangs"] or self.found["wrong"])

    def text(self, *, verbose: bool) -> str:
        lines = [f"{sum(self.outcomes.values())} modules: " + ", ".join(f"{n} {k}" for k, n in self.outcomes.items())]
        for kind, names in self.found.items():
            lines.append(f"{len(names)} {kind}")
            lines += [f"    {name}" for name in (names if verbose or kind != "raw lines" else names[:5])]
        settled = self.memory[_WARM_UP:] or self.memory or [0]
        tenths = [settled[len(settled) * i // 10] for i in range(10)] + [settled[-1]]
        lines.append("MB resident, by tenths: " + " ".join(f"{kilobytes / 1024:.0f}" for kilobytes in tenths))
        lines.append(f"{self.lost} contexts left behind by crashes")
        if verbose:
            lines += [f"{count:5} {message}" for message, count in self.refusals.most_common(60)]
        return "\n".join(lines)


def watch(arguments: argparse.Namespace) -> Tally:
    tally, first = Tally(), 0
    texts = list(modules(arguments.tree, arguments.folders))
    while first < len(texts):
        child = subprocess.Popen(
            [sys.executable, __file__, str(arguments.tree), "--folders", *arguments.folders, "--first", str(first),
             "--arch", arguments.arch, "--level", str(arguments.level), "--child"],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        index, ended = follow(child, tally, arguments.limit)
        if ended == "finished":
            break
        name, text = texts[index]
        kind = "deaths" if ended == "died" else "hangs"
        if kind == "hangs" and does_llc_hang(text, arguments):
            kind = "hangs of llc too"
        tally.found[kind].append(f"{name}: {ended} ({child.returncode})")
        print(f"{name}: {ended}", file=sys.stderr)
        first = index + 1
    return tally


def follow(child: subprocess.Popen[str], tally: Tally, limit: int) -> tuple[int, str]:
    """Read a child's lines to its end; the number of the module it was at, and how it ended."""
    index, name = 0, ""
    assert child.stdout is not None
    while True:
        ready, _, _ = select.select([child.stdout], [], [], limit)
        line = child.stdout.readline() if ready else ""
        if not line:
            if not ready:
                child.kill()
            code = child.wait()
            return index, "finished" if ready and code == 0 else "died" if ready else f"no end in {limit} s"
        facts = json.loads(line)
        if "name" in facts:
            index, name = facts["index"], facts["name"]
        else:
            tally.add(name, facts)


def does_llc_hang(text: str, arguments: argparse.Namespace) -> bool:
    llc = shutil.which("llc-22") or shutil.which("llc")
    if not llc:
        return False
    command = [llc, f"-mcpu={arguments.arch}", f"-O{arguments.level}", "-o", os.devnull]
    try:
        subprocess.run(
            command, input=text.encode(errors="surrogateescape"), capture_output=True, timeout=arguments.limit
        )
    except subprocess.TimeoutExpired:
        return True
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--folders", nargs="+", default=list(FOLDERS))
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--limit", type=int, default=60, help="seconds for one module")
    parser.add_argument("--verbose", action="store_true", help="all raw lines, and the most frequent refusals")
    parser.add_argument("--first", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        serve(arguments.tree, arguments.folders, arguments.first, arguments.arch, arguments.level)
        return 0
    if not any(True for _ in modules(arguments.tree, arguments.folders)):
        print(f"no .ll files in {arguments.tree}: name the folder llvm/test of an LLVM source tree", file=sys.stderr)
        return 2
    tally = watch(arguments)
    print(tally.text(verbose=arguments.verbose))
    return 0 if tally.is_good() else 1


if __name__ == "__main__":
    sys.exit(main())
