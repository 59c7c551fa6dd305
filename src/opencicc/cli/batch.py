"""`opencicc batch PLACE...`: compile many modules with one pool of workers, go on where an earlier run stopped."""

from __future__ import annotations

import json
import os
import sys

from opencicc.batch.executors import Cluster, Here
from opencicc.batch.item import Done, Item
from opencicc.batch.record_file import RecordFile
from opencicc.cli.arguments import Arguments, take_word
from opencicc.cli.compile import output_suffix
from opencicc.compiler.files import make_folder, read_input, write_output
from opencicc.errors import UsageError
from opencicc.options import driver as options
from opencicc.options.read import gather

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.batch.executors import Executor
    from opencicc.options.values import OptionValues

USAGE = """\
opencicc batch PLACE... [-o FOLDER] [--jobs N] [--json FILE] [--again]
               [--scheduler ADDRESS] [options]

Compiles every .ll, .bc and .cu file of the folders, lists and files named. A
list is a text file of paths, one a line. PTX goes to FOLDER (default: ptx),
with batch.jsonl, a line for each module. What is up to date is left alone: a
batch that was interrupted goes on where it stopped.

  --jobs N             how many at a time (default: one for each core)
  --json FILE          every row of the table as JSON
  --again              compile everything again
  --scheduler ADDRESS  on the workers of a Dask cluster, tcp://HOST:8786 say
                       (pip install 'opencicc[dask]')

All options of a compile may be given; --cache-dir is shared by all workers.
Exit code 1 if some module failed.
"""
OWN_WORDS = ("jobs", "json", "scheduler")
SUFFIXES = (".ll", ".bc", ".cu")
DEFAULT_FOLDER = "ptx"
FAILED = 1
SHOWN_FAILURES = 20


def main(words: list[str]) -> int:
    if not words or words[0] in ("--help", "-h", "-help"):
        print(USAGE, end="")
        return 0
    own, is_again, rest = take_own_words(words)
    arguments = Arguments(rest)
    values = gather(arguments.changes)
    folder = values[options.OUTPUT] or DEFAULT_FOLDER
    paths = find_modules(arguments.inputs)
    make_folder(folder)
    record = RecordFile(folder)
    outputs = output_paths(paths, folder, values)
    items = [Item(number, read_input(path), values) for number, path in enumerate(paths)]
    wanted = [item for item in items if is_again or not record.is_current(item, outputs[item.number])]
    executor: Executor = Cluster(own["scheduler"]) if own["scheduler"] else Here(count_jobs(own["jobs"]))
    run(wanted, executor, outputs, record, len(items))
    rows = [record.rows[item.source.name] for item in items]
    if own["json"]:
        write_output(own["json"], (json.dumps(rows, indent=1) + "\n").encode())
    print(summary(rows, len(items) - len(wanted), folder))
    return FAILED if any(row["error"] for row in rows) else 0


def take_own_words(words: list[str]) -> tuple[dict[str, str], bool, list[str]]:
    """The values that only a batch knows, whether everything is wanted again, and the other words."""
    rest = [word for word in words if word != "--again"]
    is_again = len(rest) < len(words)
    own: dict[str, str] = {}
    for name in OWN_WORDS:
        before = len(rest)
        own[name], rest = take_word(rest, name)
        if not own[name] and len(rest) < before:
            raise UsageError(f"Missing operand to --{name} option", at="opencicc batch", fix=f"write --{name}=VALUE")
    return own, is_again, rest


def count_jobs(word: str) -> int:
    if not word:
        return os.cpu_count() or 1
    if not word.isdigit() or int(word) < 1:
        raise UsageError(f"{word} is an unsupported value for option: jobs", at="opencicc batch", fix="write --jobs=4")
    return int(word)


def find_modules(places: Sequence[str]) -> list[str]:
    """The files that the places stand for, each once."""
    if not places:
        raise UsageError("Missing input", at="opencicc batch", fix="name a folder, a list of paths, or modules")
    found: dict[str, None] = {}
    for place in places:
        if os.path.isdir(place):
            tree = sorted(os.path.join(top, name) for top, _, names in os.walk(place) for name in names)
            found.update(dict.fromkeys(path for path in tree if path.endswith(SUFFIXES)))
        elif place.endswith(SUFFIXES):
            found[place] = None
        else:
            lines = read_input(place).data.decode(errors="replace").splitlines()
            base = os.path.dirname(place)
            names = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
            found.update(dict.fromkeys(os.path.join(base, name) for name in names))
    if not found:
        raise UsageError(f"no module in {', '.join(places)}", fix=f"modules end in {', '.join(SUFFIXES)}")
    return list(found)


def output_paths(paths: Sequence[str], folder: str, values: OptionValues) -> list[str]:
    """FOLDER/NAME.ptx; two modules of one name keep as much of their folders as tells them apart."""
    suffix = output_suffix(values)
    common = os.path.commonpath([os.path.dirname(os.path.abspath(path)) for path in paths])
    names = [os.path.splitext(os.path.basename(path))[0] for path in paths]
    flat = []
    for path, name in zip(paths, names, strict=True):
        whole = os.path.splitext(os.path.relpath(os.path.abspath(path), common))[0].replace(os.sep, ".")
        flat.append(name if names.count(name) == 1 else whole)
    for at, name in enumerate(flat):
        if flat.count(name) > 1:  # k.ll beside k.cu
            flat[at] = name + os.path.splitext(paths[at])[1]
    return [os.path.join(folder, f"{name}.{suffix}") for name in flat]


def run(wanted: list[Item], executor: Executor, outputs: list[str], record: RecordFile, total: int) -> None:
    """Write what arrives, as it arrives."""
    by_number = {item.number: item for item in wanted}
    is_terminal = sys.stderr.isatty()
    ready = total - len(wanted)
    for done in executor.run(wanted):
        ready += 1
        _write(done, outputs[done.number])
        record.add(by_number[done.number], done)
        if is_terminal:
            print(
                f"\r\x1b[K{ready} of {total}: {by_number[done.number].source.name}"[:79],
                end="",
                file=sys.stderr,
                flush=True,
            )
    if is_terminal:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _write(done: Done, path: str) -> None:
    if not done.error:
        write_output(path, done.output)
    elif os.path.exists(path):
        os.unlink(path)  # of an earlier run: it is not what this input gives


def summary(rows: Sequence[dict[str, object]], skipped: int, folder: str) -> str:
    """What was done, the failures by name."""
    failed = [row for row in rows if row["error"]]
    seconds = sum(float(str(row["seconds"])) for row in rows)
    kernels = sum(len(kernels) for row in rows if isinstance(kernels := row["kernels"], dict))
    cached = sum(bool(row["cached"]) for row in rows)
    lines = [
        f"{len(rows)} modules, {kernels} kernels, {seconds:.2f} s of work: {len(rows) - len(failed)} in {folder}, "
        f"{len(failed)} failed, {skipped} were up to date, {cached} came from the cache"
    ]
    for row in failed[:SHOWN_FAILURES]:
        lines.append(f"  {row['input']}: {str(row['error']).splitlines()[0]}")
    if len(failed) > SHOWN_FAILURES:
        lines.append(f"  and {len(failed) - SHOWN_FAILURES} more: see batch.jsonl")
    return "\n".join(lines)
