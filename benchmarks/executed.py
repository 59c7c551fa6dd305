"""How many instructions warps issue, without a GPU: every benchmark kernel by nvcc, stock clang and opencicc.

The PTX of each compiler is executed in the emulator on the small data, which says how often warps issue each line; ptxas
makes SASS of it, whose instructions name their lines (sass.py, sass_counts.py); sass_pipes.py says what they cost.
Results go to out/executed/SET.json. `--against-gpu` sets them beside measured times, `--worst` lists where opencicc issues
more than the better of the others.
"""

from __future__ import annotations

import argparse
import inspect
import json
import math
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rich.console import Console
from rich.progress import Progress

from benchmarks import assembled, executed_report, sass, sass_counts, sass_flow, sass_pipes, store
from benchmarks.bench import choose_kernels, find_compilers
from benchmarks.compilers import DEFAULT_ARCH, CompileFailure, Compiler
from benchmarks.kernel_set import SETS, Argument, KernelCase, Launch, Struct, load
from opencicc.emulate import counts, launch
from opencicc.emulate.launch import STACK_BYTES
from opencicc.errors import CompilerError
from opencicc.machine import parse

OUT = store.OUT / "executed"
INSTRUCTION_LIMIT = 10**9
WARP = 32
FILE_WIDTH = 190
# Results are kept until the way of counting changes, taken when this program starts.
SASS_WAY = store.key_of(*(inspect.getsource(module) for module in (sass, sass_counts, sass_flow, sass_pipes)))
EMULATOR_WAY = store.key_of(inspect.getsource(counts))


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="executed.py", description=__doc__)
    parser.add_argument("--set", choices=(*SETS, "all"), default=SETS[0], help="which kernels: a folder of benchmarks/")
    parser.add_argument("--only", default="*", help="kernels to take: names or patterns, split by commas")
    parser.add_argument("--arch", default=DEFAULT_ARCH)
    parser.add_argument("--compilers", default="nvcc,clang,opencicc", help="which to compare")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option for opencicc")
    parser.add_argument("--out", type=Path, default=OUT, help="folder of the results")
    parser.add_argument("--from-json", action="store_true", help="show earlier results again, of sets that have some")
    parser.add_argument("--against-gpu", action="store_true", help="compare with the times of gpu_times.json")
    parser.add_argument("--worst", type=float, metavar="RATIO", help="only kernels where opencicc issues so much more")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    arguments = parse_arguments(words)
    console = Console() if sys.stdout.isatty() else Console(width=FILE_WIDTH)
    sets = SETS if arguments.set == "all" else (arguments.set,)
    results = {which: measure_set(which, arguments, console) for which in sets}
    if arguments.against_gpu:
        executed_report.show_agreement(results, console)
    else:
        executed_report.show_kernels(results, console, arguments.worst)
    return int(
        any("error" in row for kernels in results.values() for rows in kernels.values() for row in rows.values())
    )


def measure_set(which: str, arguments: argparse.Namespace, console: Console) -> dict[str, dict[str, Any]]:
    path = arguments.out / f"{which}.json"
    if arguments.from_json:
        stored: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path.exists() else {}
        return {name: rows for name, rows in stored.items() if name in choose_kernels(arguments.only, which)}
    compilers = find_compilers(arguments.compilers, arguments.option, console)
    ptxas = assembled.use_newest_ptxas()
    results = {}
    chosen = choose_kernels(arguments.only, which)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("executing", total=len(chosen))
        for name in chosen:
            progress.update(task, description=name)
            results[name] = {each.name: measure(each, load(name), arguments.arch, ptxas) for each in compilers}
            progress.advance(task)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=1))
    return results


def measure(compiler: Compiler, case: KernelCase, arch: str, ptxas: str) -> dict[str, Any]:
    """What one compiler's code issues; stored until the PTX, ptxas or this way of counting change."""
    try:
        ptx = compiler.compile(case, arch).ptx
        lines = issues_of_lines(ptx, case)
        key = store.key_of(ptx, arch, ptxas, SASS_WAY)
        return store.remember("executed", key, key, lambda: count(ptx, lines, case, arch))
    except (CompileFailure, CompilerError) as error:
        return {"error": str(error)}


def issues_of_lines(ptx: str, case: KernelCase) -> dict[int, int]:
    """Line of the PTX to how often warps issue its instruction, 0 for those that none came to."""
    key = store.key_of(ptx, case.name, EMULATOR_WAY)
    stored = store.remember("executed-lines", key, key, lambda: {str(k): v for k, v in execute(ptx, case).items()})
    return {int(line): issues for line, issues in stored.items()}


def execute(ptx: str, case: KernelCase) -> dict[int, int]:
    found, shape = counts.WarpCounts(), case.launches["small"]
    launch(
        ptx,
        case.entry,
        shape.grid,
        shape.block,
        [plain(arg) for arg in case.arguments("small")],
        shape.shared_bytes,
        counts=found,
        instruction_limit=INSTRUCTION_LIMIT,
        stack_bytes=case.stack_bytes or STACK_BYTES,
    )
    every = {instr.line: 0 for function in parse(ptx).functions for instr in function.instrs}
    return every | found.by_line()


def plain(arg: Argument) -> Any:
    return tuple(arg.fields) if isinstance(arg, Struct) else arg


def count_warps(shape: Launch) -> int:
    return math.prod(shape.grid) * -(-math.prod(shape.block) // WARP)


def count(ptx: str, lines: dict[int, int], case: KernelCase, arch: str) -> dict[str, Any]:
    blocks = sass.disassemble(ptx, arch, case.entry)
    issues = sass_counts.count_issues(blocks, lines, count_warps(case.launches["small"]))
    opcodes: Counter[str] = Counter()
    for block, times in zip(blocks, issues, strict=True):
        for instr in block.instrs:
            opcodes[instr.base] += times  # type: ignore[assignment]
    return {
        "ptx": sum(lines.values()),
        "doubt": round(sass_counts.doubt(blocks, lines, issues), 3),
        "classes": sass_pipes.issued(blocks, issues, lines),
        "opcodes": {name: round(times, 1) for name, times in opcodes.most_common() if times},
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
