"""What an item of a batch costs, whoever works on it: CPU time of the client and of the workers, by the operating system's count.

    python benchmarks/batch_cost.py [--items 200] [--update-docs]

CPU time and not the clock, so that the figures hold on a busy machine and can be multiplied.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import docs
from benchmarks.ir_modules import make_module
from opencicc.batch.executors import Cluster, Here
from opencicc.batch.item import Item
from opencicc.compiler import worker
from opencicc.compiler.files import Input
from opencicc.options.read import gather, read_mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.batch.executors import Executor

INSTRUCTIONS = 250  # a kernel as people search over: the median of the benchmark kernels
PAGE = Path(__file__).resolve().parent.parent / "docs" / "scale.md"
SEARCH = 100_000  # compiles
CORES = 16  # of one machine
MACHINES = (1, 4, 16, 64)


def make_items(count: int) -> list[Item]:
    """One kernel under many settings, none of them met twice."""
    source = Input("kernel.ll", make_module(INSTRUCTIONS).encode())
    return [
        Item(n, source, gather(read_mapping({"arch": "sm_90", "unroll-threshold": 100 + n}, "batch")))
        for n in range(count)
    ]


def cpu_seconds() -> tuple[float, float]:
    """Of this process, and of those that it started and that have ended."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime, children.ru_utime + children.ru_stime


def measure(start: Callable[[], tuple[Executor, Callable[[], None]]], items: list[Item]) -> tuple[float, float]:
    """Milliseconds of the client and of the workers for one item; what starting them costs is not counted."""
    spent = []
    for batch in (items[:2], items):  # the difference is what the others cost
        before = cpu_seconds()
        executor, stop = start()
        failed = [done.error for done in executor.run(batch) if done.error]
        if failed:
            raise SystemExit(failed[0])
        stop()
        after = cpu_seconds()
        spent.append((after[0] - before[0], after[1] - before[1]))
    count = len(items) - 2
    client, workers = ((long - short) / count * 1000 for short, long in zip(*spent, strict=True))
    return client, workers


def here(jobs: int) -> tuple[Executor, Callable[[], None]]:
    return Here(jobs), worker.close_idle_workers


def on_cluster() -> tuple[Executor, Callable[[], None]]:
    import distributed  # type: ignore[import-not-found]

    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    return Cluster(cluster.scheduler_address), cluster.close


def table(rows: dict[str, tuple[float, float]]) -> str:
    alone = sum(rows["this process"])
    lines = [
        f"A kernel of {INSTRUCTIONS} instructions at -O3, CPU milliseconds for one item:",
        "",
        "| who compiles | client and scheduler | worker |",
        "|---|---|---|",
        *(f"| {name} | {client:.1f} | {workers:.1f} |" for name, (client, workers) in rows.items()),
        "",
    ]
    scheduler, work = rows.get("a Dask cluster", (0.0, alone))
    lines += [
        f"So {SEARCH:,} compiles are {SEARCH * work / 3.6e6:.1f} hours of one core. With {CORES} cores on each machine, and "
        "one client that hands out the items:",
        "",
        "| machines | minutes | bound by |",
        "|---|---|---|",
    ]
    for machines in MACHINES:
        working, handing = SEARCH * work / 6e4 / (CORES * machines), SEARCH * scheduler / 6e4
        lines.append(
            f"| {machines} | {max(working, handing):.1f} | {'compiling' if working >= handing else 'the scheduler'} |"
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--update-docs", action="store_true")
    options = parser.parse_args()
    items = make_items(options.items)
    rows = {
        "this process": measure(lambda: here(1), items),
        "2 workers of this machine": measure(lambda: here(2), items),
        "a Dask cluster": measure(on_cluster, items),
    }
    text = table(rows)
    print(text)
    if options.update_docs:
        docs.update_page("batch cost", text, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
