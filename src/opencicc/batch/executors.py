"""Who works on a batch: warm worker processes of this machine, or the workers of a Dask cluster.

Both take items and yield what is done, in the order of finishing. A lost worker costs a retry: here a successor tries the
item once more, on a cluster the scheduler hands it to another worker.
"""

from __future__ import annotations

import importlib
import queue
import threading

from opencicc.batch.item import Done, Item, compile_item
from opencicc.compiler import worker
from opencicc.errors import InternalError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Protocol

    class Executor(Protocol):
        def run(self, items: Sequence[Item]) -> Iterator[Done]: ...


COMPILE_ITEM = "opencicc.batch.item:compile_item"
CLUSTER_RETRIES = 3


class Here:
    """`jobs` processes beside this one; with one job this process does the work itself."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, items: Sequence[Item]) -> Iterator[Done]:
        if self.jobs == 1:
            yield from map(compile_item, items)
            return
        waiting: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        done: queue.SimpleQueue[Done] = queue.SimpleQueue()
        for item in items:
            waiting.put(item)
        count = min(self.jobs, len(items))
        threads = [threading.Thread(target=_serve, args=(waiting, done), daemon=True) for _ in range(count)]
        for thread in threads:
            waiting.put(None)
            thread.start()
        for _ in items:
            yield done.get()
        for thread in threads:
            thread.join()


def _serve(waiting: queue.SimpleQueue[Item | None], done: queue.SimpleQueue[Done]) -> None:
    while (item := waiting.get()) is not None:
        done.put(_ask_twice(item))


def _ask_twice(item: Item) -> Done:
    for start in (worker.borrow, worker.Worker):
        try:
            done: Done = worker.ask(start(), COMPILE_ITEM, (item,), item.source.name)
            return done
        except InternalError as died:
            error = str(died)
    return Done(item.number, b"", (), (), 0.0, error=error)


class Cluster:
    """The workers of a Dask scheduler, which need opencicc and libLLVM and nothing of this machine's files."""

    def __init__(self, address: str) -> None:
        try:
            self.distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise UsageError(
                "--scheduler needs Dask", at="opencicc batch", fix="pip install 'opencicc[dask]'"
            ) from None
        try:
            self.client = self.distributed.Client(address, timeout="20s", set_as_default=False)
        except (OSError, ValueError) as error:
            fix = "start one with `dask scheduler` and workers with `dask worker ADDRESS`, or leave --scheduler out"
            raise UsageError(f"no scheduler answers at {address}: {error}", at="--scheduler", fix=fix) from None

    def run(self, items: Sequence[Item]) -> Iterator[Done]:
        submit = self.client.submit
        try:
            items_of = {submit(compile_item, item, pure=False, retries=CLUSTER_RETRIES): item for item in items}
            with self.client.as_current():
                for future in self.distributed.as_completed(items_of):
                    error = future.exception()
                    if error is None:
                        yield future.result()
                    else:
                        yield Done(items_of[future].number, b"", (), (), 0.0, error=f"the cluster gave it up: {error}")
        finally:
            self.client.close()
