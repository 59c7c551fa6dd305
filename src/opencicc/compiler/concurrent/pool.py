"""Run the parts of a compile: some in this process, the others in warm workers beside it.

Workers are processes, because most of a pass of ours is Python and one process runs one of those at a time; they are kept
for the next compile (compiler/worker.py). This process takes parts too: with N workers N - 1 others are started. The largest
part is begun first. A worker that dies gets a successor, which tries its part once more; then the part is reported.
"""

from __future__ import annotations

import threading

from opencicc.compiler.concurrent.part_work import compile_part
from opencicc.errors import CancelledError, InternalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from opencicc.compiler.concurrent.jobserver import Tokens
    from opencicc.compiler.concurrent.part_work import PartJob, PartResult
    from opencicc.compiler.worker import Worker

    Progress = Callable[[int, int], object]


class Run:
    """The jobs of one compile, what came of them, and which go wrong."""

    def __init__(self, jobs: Sequence[PartJob], tokens: Tokens | None, progress: Progress | None) -> None:
        self.jobs = jobs
        self.waiting = sorted(jobs, key=lambda job: (-job.size, job.number))
        self.results: dict[int, PartResult] = {}
        self.errors: dict[int, BaseException] = {}
        self.tokens = tokens
        self.progress = progress
        self.lock = threading.Lock()

    def next_job(self) -> PartJob | None:
        with self.lock:
            return self.waiting.pop(0) if self.waiting and not self.errors else None

    def settle(self, job: PartJob, work: Callable[[PartJob], PartResult]) -> None:
        try:
            result = work(job)
        except BaseException as error:
            with self.lock:
                self.errors[job.number] = error
            if not isinstance(error, Exception):
                raise
            return
        with self.lock:
            self.results[job.number] = result
            count = len(self.results)
        if self.progress:
            try:
                self.progress(count, len(self.jobs))
            except CancelledError as error:
                with self.lock:
                    self.errors[job.number] = error

    def work_here(self) -> None:
        while (job := self.next_job()) is not None:
            self.settle(job, compile_part)

    def work_elsewhere(self) -> None:
        """A thread's work: ask a worker for one part after the other, each with a token of the build's if it has such."""
        while self.waiting and not self.errors:
            if self.tokens is not None and not self.tokens.take(lambda: bool(self.waiting and not self.errors)):
                return
            try:
                job = self.next_job()
                if job is None:
                    return
                self.settle(job, ask_worker)
            finally:
                if self.tokens is not None:
                    self.tokens.give_back()


def run_parts(
    jobs: Sequence[PartJob], workers: int, tokens: Tokens | None = None, progress: Progress | None = None
) -> list[PartResult]:
    """The results in the order of the jobs; the first part's error if some failed."""
    run = Run(jobs, tokens, progress)
    threads = [threading.Thread(target=run.work_elsewhere, daemon=True) for _ in range(min(workers, len(jobs)) - 1)]
    for thread in threads:
        thread.start()
    try:
        run.work_here()
    except BaseException:
        kill_busy_workers()
        raise
    finally:
        for thread in threads:
            thread.join()
    if run.errors:
        raise run.errors[min(run.errors)]
    return [run.results[job.number] for job in jobs]


_busy: set[Worker] = set()


def ask_worker(job: PartJob) -> PartResult:
    """In a worker; where it dies, once more in a fresh one, alone."""
    from opencicc.compiler import worker

    try:
        return _ask(worker.borrow(), job)
    except InternalError:
        try:
            return _ask(worker.Worker(), job)
        except InternalError as error:
            raise InternalError(f"{error.what}, twice", at=job.title, fix=error.fix, detail=error.detail) from None


def _ask(helper: Worker, job: PartJob) -> PartResult:
    from opencicc.compiler import worker

    _busy.add(helper)
    try:
        result: PartResult = worker.ask(helper, worker.PART, (job,), job.title)
        return result
    finally:
        _busy.discard(helper)


def kill_busy_workers() -> None:
    """This compile is interrupted: what its workers still make is for nobody."""
    for helper in list(_busy):
        helper.process.kill()
