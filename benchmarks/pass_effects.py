"""What each pass of ours is worth: `pass_effects.py FOLDER... [--passes NAME,..] [--options NAME=VALUE,..] [--keep DIR]`

Compiles every module of the folders (linked bitcode: `out/ir` of the benchmark kernels, `benchmarks/corpus linked` for other
people's programs) as it is and, for each pass that changed something in it, once more with `--skip-passes`. Where the PTX
differs both go through ptxas. A ratio below 1 is the pass's gain: the code with it against the code without it, in geometric
mean over the kernels whose PTX it changes. `--keep` leaves both PTX of those kernels for a run on a GPU (`pass_times.py`).
`--options` asks the same of settings, against the default, instead of passes: `--options guard-choices=0,pair-loads=0`.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from benchmarks.corpus.cubin import kernel_figures
from opencicc import tools
from opencicc.errors import CompilerError
from opencicc.machine import parse
from opencicc.options import registry
from opencicc.passes.registry import Status, all_passes

FIGURES = ("ptx", "regs", "sass", "spill", "stack")
Figures = dict[str, dict[str, int]]  # by kernel
Settings = tuple[tuple[str, dict[str, Any]], ...]  # words of the command line, and what they set


@dataclass
class Effect:
    """One pass (or setting) in one module: whether it changed PTX, and its kernels' figures with and without."""

    module: str
    name: str
    is_ptx_changed: bool = False
    with_it: Figures = field(default_factory=dict)
    without: Figures = field(default_factory=dict)


def parse_setting(word: str) -> tuple[str, dict[str, Any]]:
    name, _, value = word.partition("=")
    return word, {name: registry.find(name).parse(value, f"--options {word}")}


def own_passes() -> list[str]:
    return sorted(info.name for info in all_passes() if info.status in (Status.BUILT, Status.STAND_IN))


def effects_in(path: Path, names: tuple[str, ...], settings: Settings, arch: str, keep: Path | None) -> list[Effect]:
    """The effects of the passes that changed this module, or of the settings, in their order."""
    module = path.read_bytes()
    try:
        base = opencicc.compile(module, arch=arch, name=path.stem)
    except CompilerError as error:
        print(f"{path.name}: {error.what}", file=sys.stderr)
        return []
    fired = {event.name for event in base.trace.events if event.kind == "pass" and event.changed}
    experiments: list[tuple[str, dict[str, Any]]] = [
        (name, {"skip-passes": (name,)}) for name in names if name in fired
    ]
    experiments += list(settings)
    base_figures: Figures = {}
    found = []
    for name, changed in experiments:
        effect = Effect(path.stem, name)
        found.append(effect)
        try:
            other = opencicc.compile(module, arch=arch, name=path.stem, options=changed)
        except CompilerError as error:
            print(f"{path.name} without {name}: {error.what}", file=sys.stderr)
            continue
        if other.ptx == base.ptx:
            continue
        effect.is_ptx_changed = True
        base_figures = base_figures or figures_of(base.ptx, arch)
        effect.with_it, effect.without = differing(base_figures, figures_of(other.ptx, arch))
        if keep:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{path.stem}.with.ptx").write_text(base.ptx)
            (keep / f"{path.stem}.without-{name}.ptx").write_text(other.ptx)
    return found


def figures_of(ptx: str, arch: str) -> Figures:
    """Registers, stack, spills and SASS from ptxas, PTX instructions from the text."""
    ptxas = tools.find_tool("ptxas")
    assert ptxas, "ptxas is not installed: `pip install nvidia-cuda-nvcc`"
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = Path(folder) / "k.ptx", Path(folder) / "k.cubin"
        source.write_text(ptx)
        command = [str(ptxas), "-v", "-O3", f"-arch={arch}", str(source), "-o", str(cubin)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            print(f"ptxas: {done.stderr.strip().splitlines()[0]}", file=sys.stderr)
            return {}
        figures = kernel_figures(done.stdout + done.stderr, cubin.read_bytes())
    sizes = {function.name: sum(1 for _ in function.instrs) for function in parse(ptx).functions}
    return {kernel: {**values, "ptx": sizes.get(kernel, 0)} for kernel, values in figures.items()}


def differing(mine: Figures, other: Figures) -> tuple[Figures, Figures]:
    """The kernels that both have and that differ in some figure."""
    kernels = [kernel for kernel in mine if kernel in other and mine[kernel] != other[kernel]]
    return {kernel: mine[kernel] for kernel in kernels}, {kernel: other[kernel] for kernel in kernels}


def ratio(effects: Iterable[Effect], figure: str) -> float:
    logs = [
        math.log(effect.with_it[kernel][figure] / effect.without[kernel][figure])
        for effect in effects
        for kernel in effect.with_it
        if effect.with_it[kernel][figure] and effect.without[kernel][figure]
    ]
    return math.exp(sum(logs) / len(logs)) if logs else 1.0


def total(effects: Iterable[Effect], figure: str, side: str) -> int:
    return sum(values[figure] for effect in effects for values in getattr(effect, side).values())


def table(effects: list[Effect], modules: int) -> str:
    by_pass: dict[str, list[Effect]] = defaultdict(list)
    for effect in effects:
        by_pass[effect.name].append(effect)
    lines = [
        f"{modules} modules. Ratios: with the pass / without it, over the kernels whose figures it changes.",
        "",
        "| pass | changes IR of | PTX of | kernels | PTX | registers | SASS | spill bytes | stack bytes |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name in sorted(by_pass):
        own = by_pass[name]
        bytes_ = [f"{total(own, f, 'without')} to {total(own, f, 'with_it')}" for f in ("spill", "stack")]
        ratios = [f"{ratio(own, figure):.3f}" for figure in ("ptx", "regs", "sass")]
        kernels = sum(len(effect.with_it) for effect in own)
        changed = sum(effect.is_ptx_changed for effect in own)
        lines.append(f"| {name} | {len(own)} | {changed} | {kernels} | {' | '.join([*ratios, *bytes_])} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="folders of .bc or .ll files, or such files")
    parser.add_argument("--passes", default="", help="only these passes (default: all of ours)")
    parser.add_argument("--options", default="", metavar="NAME=VALUE,..", help="settings to try instead of passes")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--keep", type=Path, help="leave the PTX of changed modules here")
    parser.add_argument("--json", type=Path, help="write every effect here")
    parser.add_argument("-j", type=int, default=1)
    options = parser.parse_args()
    try:
        settings = tuple(parse_setting(word) for word in options.options.split(",") if word)
    except CompilerError as error:
        parser.error(f"{error.what}: {error.fix}")
    names = tuple(options.passes.split(",")) if options.passes else () if settings else tuple(own_passes())
    unknown = [name for name in names if name not in own_passes()]
    if unknown:
        parser.error(f"{unknown[0]} is no pass of ours with a body; there are {', '.join(own_passes())}")
    paths = [file for place in options.folders for file in modules_in(place)]
    effects: list[Effect] = []
    with ProcessPoolExecutor(options.j) as pool:
        jobs = [pool.submit(effects_in, path, names, settings, options.arch, options.keep) for path in paths]
        for count, (path, job) in enumerate(zip(paths, jobs, strict=True), 1):
            effects += job.result()
            print(f"\r{count}/{len(paths)} {path.stem[:50]:50}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if options.json:
        options.json.write_text(json.dumps([asdict(effect) for effect in effects], indent=1))
    print(table(effects, len(paths)))
    return 0


def modules_in(place: Path) -> list[Path]:
    if place.is_dir():
        return sorted(file for file in place.iterdir() if file.suffix in (".bc", ".ll"))
    return [place]


if __name__ == "__main__":
    sys.exit(main())
