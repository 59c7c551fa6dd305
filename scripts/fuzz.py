"""make fuzz N=...: random kernels x pipelines, in parallel; everything that is found is kept and reduced.

    scripts/fuzz.py 2000                         the next 2000 seeds (out/fuzz/next remembers where the last run ended)
    scripts/fuzz.py 500 --start 0 --mode unroll  a directed run from a given seed
    scripts/fuzz.py 1 --start 4711 --reduce      one seed again, reduced to a small .ll

A worker that dies or hangs costs its seed only: that is reported like a difference. The exit code is 1 if anything
was found.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from opencicc.check.coverage import Coverage, tables
from opencicc.check.fuzz import Failure, Round, Settings, pipelines_of, run_round
from opencicc.check.generate import EVERY_MODE, generate
from opencicc.check.pipelines import BITWISE_OPTIONS, STOCK
from opencicc.check.reduce import count_lines, reduce_case

OUT = Path(__file__).resolve().parent.parent / "out" / "fuzz"
NEXT = "next"  # the file in the output folder that holds the next seed
PLAIN_STEP = 100  # kernels between two lines where there is no terminal for a bar


class Run:
    """All rounds of one call, shared by the threads that feed the worker processes."""

    def __init__(self, seeds: Iterator[int], settings: Settings) -> None:
        self.seeds, self.settings = seeds, settings
        self.lock = threading.Lock()
        self.rounds: list[Round] = []
        self.open: set[int] = set()
        self.is_stopped = False

    def take(self) -> int | None:
        with self.lock:
            seed = None if self.is_stopped else next(self.seeds, None)
            if seed is not None:
                self.open.add(seed)
            return seed

    def work(self) -> None:
        """One worker process, fed seed by seed; started again when a seed takes it down."""
        pool = new_pool()
        try:
            while (seed := self.take()) is not None:
                try:
                    done = pool.submit(run_round, seed, self.settings).result()
                except BrokenProcessPool:
                    pool = new_pool()
                    done = Round(seed, f"seed-{seed}", (Failure("worker", "the process died or ran out of time"),))
                except Exception as error:  # a fault of ours: it must show, and the other seeds go on
                    done = Round(seed, f"seed-{seed}", (Failure("worker", f"{type(error).__name__}: {error}"),))
                with self.lock:
                    self.rounds.append(done)
                    self.open.discard(seed)
        finally:
            pool.shutdown(cancel_futures=True)


def new_pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"), initializer=end_with_parent)


def end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = os.getppid()

    def watch_parent() -> None:
        while os.getppid() == parent:
            time.sleep(2)
        os._exit(1)

    threading.Thread(target=watch_parent, daemon=True).start()


def main(argv: list[str] | None = None) -> int:
    arguments = parse(argv)
    arguments.out.mkdir(parents=True, exist_ok=True)
    start = arguments.start if arguments.start is not None else read_next(arguments.out)
    settings = Settings(arguments.mode, tuple(arguments.pipelines), arguments.arch, arguments.seconds)
    run = Run(iter(range(start, start + arguments.count)), settings)
    started = time.perf_counter()
    watch(run, arguments)
    if arguments.start is None:
        (arguments.out / NEXT).write_text(str(min(run.open, default=start + len(run.rounds))))
    found = [each for each in sorted(run.rounds, key=lambda each: each.seed) if each.failures]
    for each in found:
        show(each, settings, arguments)
    summarize(run, start, time.perf_counter() - started, len(found))
    if arguments.coverage:
        write_coverage(run, arguments.coverage)
    return 1 if found else 0


def parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=200, help="how many seeds (default 200)")
    parser.add_argument("--start", type=int, help="first seed (default: where the last run ended)")
    parser.add_argument("--mode", default="", choices=("", *EVERY_MODE), help="one mode (default: all in turn)")
    parser.add_argument("--pipelines", nargs="+", default=[], help="pipelines instead of the usual ones")
    parser.add_argument("--arch", default=Settings.arch)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=Settings.seconds_at_most, help="the longest a seed may take")
    parser.add_argument("--out", type=Path, default=OUT, help="folder of what is found")
    parser.add_argument("--reduce", action="store_true", help="reduce what is found")
    parser.add_argument("--coverage", type=Path, help="write what the kernels were made of as Markdown")
    return parser.parse_args(argv)


def read_next(out: Path) -> int:
    """Where the last run ended; a run that was broken off left its lowest open seed."""
    return int((out / NEXT).read_text()) if (out / NEXT).exists() else 0


def watch(run: Run, arguments: argparse.Namespace) -> None:
    """Start the workers and show how far they are; Ctrl-C lets them finish their seeds."""
    threads = [threading.Thread(target=run.work, daemon=True) for _ in range(arguments.workers)]
    for thread in threads:
        thread.start()
    columns = (
        TextColumn("fuzz"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[found]}"),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("fuzz", total=arguments.count, found="")
        shown = found = 0
        while any(thread.is_alive() for thread in threads):
            try:
                time.sleep(0.2)
            except KeyboardInterrupt:
                run.is_stopped = True
            done, finds = len(run.rounds), [each for each in run.rounds if each.failures]
            for each in finds[found:]:
                print(f"seed {each.seed} ({each.name}): {', '.join(f.pipeline for f in each.failures)}", flush=True)
            found = len(finds)
            progress.update(task, completed=done, found=f"{found} found" if found else "")
            if not progress.console.is_terminal and done >= shown + PLAIN_STEP:
                shown = done
                print(f"{done} of {arguments.count} kernels, {found} with differences", file=sys.stderr, flush=True)
        progress.update(task, completed=len(run.rounds))


def show(found: Round, settings: Settings, arguments: argparse.Namespace) -> None:
    """Print a find, keep its IR, and reduce it for the first pipeline that is wrong."""
    print(f"seed {found.seed} ({found.name})")
    for failure in found.failures:
        print(f"  {failure.pipeline}: {failure.what.splitlines()[0]}")
    case = generate(found.seed, settings.mode)
    path = arguments.out / f"{case.name}.ll"
    path.write_text(str(case.ir))
    print(f"  {path}")
    suspects = [p for p in pipelines_of(case, found.seed, settings) if p.name == found.failures[0].pipeline]
    if arguments.reduce and suspects:
        reference = pipelines_of(case, found.seed, settings)[0]
        witnesses = [STOCK.with_options(BITWISE_OPTIONS)] if suspects[0].name != STOCK.name else []
        small = reduce_case(case, suspects[0], reference, witnesses)
        path = arguments.out / f"{case.name}.reduced.ll"
        path.write_text(str(small.ir))
        print(f"  {path}: {count_lines(str(small.ir))} lines, grid {small.grid}, block {small.block}")


def summarize(run: Run, start: int, seconds: float, found: int) -> None:
    runs = sum(each.runs for each in run.rounds)
    slowest = max(run.rounds, key=lambda each: each.seconds, default=None)
    print(
        f"{len(run.rounds)} kernels from seed {start}, {runs} compiled and executed, {found} with differences, "
        f"{seconds:.0f} s" + (f", slowest {slowest.name} {slowest.seconds:.1f} s" if slowest else "")
    )


def write_coverage(run: Run, path: Path) -> None:
    total = Coverage()
    for each in run.rounds:
        total.add(each.coverage)
    command = " ".join(["scripts/fuzz.py", *sys.argv[1:]])
    about = (
        f"Written by `{command}`. A pass counts as run on a kernel, or as changing it, if it did so in any pipeline."
    )
    path.write_text(f"# What the random kernels cover\n\n{about}\n\n{tables(total)}")


if __name__ == "__main__":
    sys.exit(main())
