"""What nv-remat-block does to spills under a register limit: `limited_registers.py FOLDER [--option NAME=VALUE]... [--list]`

Takes PTX from any compiler (made with `--nv-remat-block=0` where it is ours), writes `.maxnreg` 32, 40 and 64 into its kernels,
and lets ptxas assemble what `opencicc ptx-opt` makes of each without the pass and with it. A pair counts where ptxas takes the
limit; those that spill without the pass should spill less with it. `--as-it-came` compares with the PTX as it came instead, so
that the other passes on PTX count too. `--cache FILE` keeps ptxas's answers for texts that it has seen.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from benchmarks.corpus.cubin import kernel_figures
from opencicc import tools
from opencicc.errors import CompilerError

LIMITS = (32, 40, 64)
STAGES = {"start-from": "mach", "stop-after": "mach"}
WITHOUT = {"nv-remat-block": "0"}
_HEADER = re.compile(r"(\.entry\s+[^{]*?\))([^{;]*)\n\{", re.S)
_STATED = re.compile(r"\s*\.(?:maxnreg|minnctapersm)\s+\d+")


@dataclass(frozen=True)
class Pair:
    """One kernel file under one limit: bytes spilled without and with the pass, over all its kernels."""

    name: str
    limit: int
    without: int
    with_it: int
    sass_without: int
    sass_with: int


def limited(ptx: str, limit: int) -> str:
    """The text with every kernel limited, and no other statement about registers left."""

    def stated(match: re.Match[str]) -> str:
        return f"{match[1]}{_STATED.sub('', match[2])}\n.maxnreg {limit}\n{{"

    return _HEADER.sub(stated, ptx)


class Assembler:
    def __init__(self, arch: str, cache: Path | None) -> None:
        self.arch, self.file = arch, cache
        self.known: dict[str, list[int] | None] = json.loads(cache.read_text()) if cache and cache.exists() else {}

    def spills_and_size(self, ptx: str) -> list[int] | None:
        """[bytes spilled, instructions]; None where ptxas refuses."""
        key = hashlib.sha256(ptx.encode()).hexdigest()
        if key not in self.known:
            self.known[key] = self._assemble(ptx)
        return self.known[key]

    def _assemble(self, ptx: str) -> list[int] | None:
        with tempfile.TemporaryDirectory() as folder:
            source, cubin = Path(folder) / "k.ptx", Path(folder) / "k.cubin"
            source.write_text(ptx)
            command = [tools.require_tool("ptxas"), "-v", f"-arch={self.arch}", str(source), "-o", str(cubin)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                return None
            figures = kernel_figures(done.stdout + done.stderr, cubin.read_bytes()).values()
        return [sum(one["spill"] for one in figures), sum(one["sass"] for one in figures)]

    def save(self) -> None:
        if self.file:
            self.file.write_text(json.dumps(self.known))


def pairs_of(path: Path, assembler: Assembler, options: dict[str, str], *, as_it_came: bool = False) -> list[Pair]:
    found = []
    for limit in LIMITS:
        plain = limited(path.read_text(), limit)
        if assembler.spills_and_size(plain) is None:
            continue
        try:
            without = plain if as_it_came else optimized(plain, path.stem, assembler.arch, {**options, **WITHOUT})
            better = optimized(plain, path.stem, assembler.arch, options)
        except CompilerError as error:
            print(f"{path.name}: {error.what}", file=sys.stderr)
            continue
        before, after = assembler.spills_and_size(without), assembler.spills_and_size(better)
        assert before is not None and after is not None, f"ptxas refuses what became of {path.name} at {limit}"
        found.append(Pair(path.stem, limit, before[0], after[0], before[1], after[1]))
    return found


def optimized(ptx: str, name: str, arch: str, options: dict[str, str]) -> str:
    """What `opencicc ptx-opt` makes of it."""
    return opencicc.compile(ptx, arch=arch, name=name, options={**STAGES, **options}).ptx


def table(pairs: list[Pair]) -> str:
    spilling = [pair for pair in pairs if pair.without]
    lower = sum(pair.with_it < pair.without for pair in spilling)
    higher = sum(pair.with_it > pair.without for pair in spilling)
    new = sum(pair.with_it > 0 for pair in pairs if not pair.without)
    change = sum(pair.with_it - pair.without for pair in pairs)
    return (
        f"{len(pairs)} pairs, {len(spilling)} spill: {lower} lower, {len(spilling) - lower - higher} same, "
        f"{higher} higher; {new} new; {change:+d} bytes of {sum(pair.without for pair in pairs)}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="PTX files, or one")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--as-it-came", action="store_true", help="compare with the PTX that no pass has seen")
    parser.add_argument("--list", action="store_true", help="every pair that differs")
    options = parser.parse_args()
    assembler = Assembler(options.arch, options.cache)
    files = sorted(options.folder.glob("*.ptx")) if options.folder.is_dir() else [options.folder]
    chosen = dict(word.split("=", 1) for word in options.option)
    as_it_came = options.as_it_came
    pairs = [pair for file in files for pair in pairs_of(file, assembler, chosen, as_it_came=as_it_came)]
    assembler.save()
    for pair in pairs if options.list else ():
        if pair.without != pair.with_it or pair.sass_without != pair.sass_with:
            sizes = f"SASS {pair.sass_without} to {pair.sass_with}"
            print(f"{pair.name:24} {pair.limit:3} {pair.without:6} to {pair.with_it:6} {sizes}")
    print(table(pairs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
