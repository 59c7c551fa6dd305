"""`make bench`: every benchmark kernel by nvcc, stock clang and opencicc, compared without running anything.

Writes the PTX of all compilers to out/ptx/KERNEL.COMPILER.ptx (for run_gpu.py), the results to out/bench/results.json and
plots beside it.
"""

from __future__ import annotations

import argparse
import datetime
import fnmatch
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rich.console import Console
from rich.progress import Progress

from benchmarks import assembled, docs, figures, optimizer_times, plots, ptx_facts, store, tables
from benchmarks.compilers import (
    DEFAULT_ARCH,
    CompileFailure,
    Compiler,
    LlvmDefault,
    Nvcc,
    OpenCicc,
    StockClang,
    compile_ir_unoptimized,
)
from benchmarks.gpu_docs import GpuRun
from benchmarks.kernel_set import SETS, KernelCase, load, names
from benchmarks.libnvvm import find_libnvvm
from benchmarks.results import KernelResult, Results, Row
from opencicc.errors import CompilerError
from opencicc.llvm.ir import Context
from opencicc.target import count_resident_warps, parse_target

PEERS: dict[str, Callable[[], Compiler]] = {"nvcc": Nvcc, "clang": StockClang, "llvm": LlvmDefault}
OUT = store.OUT / "bench"
FILE_WIDTH = 190  # columns of the tables when they go to a file


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.py", description=__doc__)
    parser.add_argument("--set", choices=SETS, default=SETS[0], help="which kernels: a folder of benchmarks/")
    parser.add_argument("--only", default="*", help="kernels to take: names or patterns, split by commas")
    parser.add_argument("--arch", default=DEFAULT_ARCH)
    parser.add_argument(
        "--compilers",
        default="nvcc,clang,opencicc",
        help="which to compare: nvcc, clang, llvm (our front end, LLVM's default<O3>), opencicc",
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option for opencicc")
    parser.add_argument("--runs", type=int, default=3, help="runs of each optimizer timing (0: no timing)")
    parser.add_argument("--json", type=Path, default=OUT / "results.json", help="where the results go")
    parser.add_argument("--from-json", type=Path, help="show earlier results again instead of measuring")
    parser.add_argument("--update-docs", action="store_true", help="put the tables into docs/benchmarks.md")
    parser.add_argument("--update-baseline", action="store_true", help="put llvm's means into the docs")
    parser.add_argument("--gpu-json", type=Path, help="results of run_gpu.py to show (and to put into the docs)")
    parser.add_argument("--ir-only", action="store_true", help="only make the unoptimised IR, out/ir/*.bc")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    arguments = parse_arguments(words)
    console = Console() if sys.stdout.isatty() else Console(width=FILE_WIDTH)
    if arguments.gpu_json:
        return show_gpu(arguments, console)
    chosen = choose_kernels(arguments.only, arguments.set)
    if not chosen:
        console.print(f"no kernel fits --only {arguments.only}; there are: {', '.join(names(arguments.set))}")
        return 2
    if arguments.ir_only:
        for name in chosen:
            console.print(str(compile_ir_unoptimized(name, arguments.arch)))
        return 0
    results = Results.load(arguments.from_json) if arguments.from_json else measure_all(arguments, chosen, console)
    if not arguments.from_json:
        results.save(arguments.json)
    show(results, console)
    for path in plots.plot_all(results, docs.IMAGES if arguments.update_docs else OUT):
        console.print(f"plot: {path}")
    if arguments.update_docs:
        docs.update_page("static table", tables.static_section(results))
        figures.keep("optimizer", {"date": results.date, **tables.optimizer_means(results)})
    if arguments.update_baseline:
        docs.update_page("baseline", tables.baseline_section(results))
    return int(any(row.error for kernel in results.kernels for row in kernel.rows.values()))


def choose_kernels(only: str, which: str = SETS[0]) -> list[str]:
    patterns = only.split(",")
    return [name for name in names(which) if any(fnmatch.fnmatch(name, pattern) for pattern in patterns)]


def find_compilers(wanted: str, options: list[str], console: Console) -> list[Compiler]:
    """The compilers asked for; one that is not installed is left out with a sentence."""
    found: list[Compiler] = []
    for name in wanted.split(","):
        try:
            found.append(OpenCicc(dict(parse_option(o) for o in options)) if name == "opencicc" else PEERS[name]())
        except CompileFailure as missing:
            console.print(str(missing))
        except KeyError:
            raise SystemExit(f"--compilers: unknown '{name}'; known: {', '.join([*PEERS, 'opencicc'])}") from None
    return found


def parse_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    return name, value if equals else "1"


def measure_all(arguments: argparse.Namespace, chosen: list[str], console: Console) -> Results:
    compilers = find_compilers(arguments.compilers, arguments.option, console)
    ptxas = assembled.use_newest_ptxas()
    kernels = []
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("compiling", total=len(chosen))
        for name in chosen:
            progress.update(task, description=name)
            kernels.append(measure(load(name), compilers, ptxas, arguments))
            progress.advance(task)
    versions = {compiler.name: compiler.version for compiler in compilers} | {"ptxas": ptxas}
    return Results(datetime.date.today().isoformat(), arguments.arch, versions, kernels)


def measure(case: KernelCase, compilers: list[Compiler], ptxas: str, arguments: argparse.Namespace) -> KernelResult:
    rows = {compiler.name: measure_row(compiler, case, arguments.arch, ptxas) for compiler in compilers}
    arithmetic = {name: row.arithmetic for name, row in rows.items() if not row.error}
    try:
        bitcode = compile_ir_unoptimized(case, arguments.arch).read_bytes()
    except CompilerError:
        bitcode = b""  # opencicc's row has the error
    seconds: dict[str, float] = {}
    if bitcode and arguments.runs:
        options = dict(parse_option(text) for text in arguments.option)
        seconds = optimizer_times.optimizer_seconds(bitcode, arguments.arch, options, find_libnvvm(), arguments.runs)
    size = count_ir_instructions(bitcode) if bitcode else 0
    return KernelResult(case.name, size, rows, seconds, ptx_facts.arithmetic_differences(arithmetic))


def measure_row(compiler: Compiler, case: KernelCase, arch: str, ptxas: str) -> Row:
    try:
        compiled = compiler.compile(case, arch)
        write_ptx(case.name, compiler.name, arch, compiled.ptx)
        instrs = ptx_facts.instructions(compiled.ptx, case.entry)
        used = assembled.assemble(compiled.ptx, case.entry, arch, ptxas)
    except (CompileFailure, CompilerError, ValueError) as error:
        return Row(error=str(error))
    launch = case.launches["full"]
    threads = launch.block[0] * launch.block[1] * launch.block[2]
    shared = used.shared_bytes + launch.shared_bytes
    return Row(
        registers=used.registers,
        spill_bytes=used.spill_bytes,
        stack_bytes=used.stack_bytes,
        shared_bytes=shared,
        ptx_instructions=len(instrs),
        sass_instructions=used.sass_instructions,
        warps=count_resident_warps(parse_target(arch), used.registers, threads, shared),
        source_seconds=round(compiled.seconds, 3),
        arithmetic=dict(ptx_facts.arithmetic(instrs)),
    )


def write_ptx(kernel: str, compiler: str, arch: str, ptx: str) -> None:
    """Other architectures have folders of their own: run_gpu.py takes all that lies in out/ptx."""
    folder = "ptx" if arch == DEFAULT_ARCH else f"ptx-{arch}"
    path = store.OUT / folder / f"{kernel}.{compiler}.ptx"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(ptx)


def count_ir_instructions(bitcode: bytes) -> int:
    with Context() as context:
        return sum(function.count_instructions() for function in context.parse(bitcode).definitions)


def show(results: Results, console: Console) -> None:
    order = " ".join(results.compilers)
    console.print(tables.rich_table(tables.kernel_grid(results), f"{results.arch}; in a cell: {order}"))
    ours = tables.OURS if tables.OURS in results.compilers else results.compilers[-1]
    console.print(tables.rich_table(tables.summary_grid(results, ours), f"{ours} against the others"))
    for line in tables.optimizer_lines(results):
        console.print(line)
    for kernel in results.kernels:
        for name, row in kernel.rows.items():
            if row.error:
                console.print(f"{kernel.name}, {name}: {row.error}", markup=False)


def show_gpu(arguments: argparse.Namespace, console: Console) -> int:
    run = GpuRun.load(arguments.gpu_json)
    console.print(tables.rich_table(run.grid(), f"{run.document['gpu']}, {run.document['date']}"))
    if arguments.update_docs:
        is_own = arguments.set == SETS[0]
        docs.update_page(
            f"{'gpu' if is_own else arguments.set} table", run.section() if is_own else run.fresh_section()
        )
        kept = {"date": run.document["date"], "kernels": len(run.results), **run.means()}
        figures.keep("gpu" if is_own else arguments.set, kept)
        times = figures.keep_times(arguments.set, run.times())
        console.print(f"plot: {plots.plot_gpu_times(times, docs.IMAGES)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
