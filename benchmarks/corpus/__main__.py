"""Builds a tree of CUDA programs with several compilers and compares the results.

python benchmarks/corpus stage OUT --from TREE --list NAMES     build, with nvcc, clang and opencicc
python benchmarks/corpus report OUT                             registers, spills, stack, SASS, compile time
python3 OUT/run.py --out results.json                           on a machine with a GPU: kernel times
python benchmarks/corpus table results.json                     the table of times
python benchmarks/corpus check OUT --from TREE --against 'ours --unroll-decisions=llvm' [--times results.json]
python benchmarks/corpus linked OUT --from TREE --list NAMES    linked bitcode of every source, nothing compiled
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from benchmarks.corpus import harm, linked, staging, static_table  # noqa: E402
from benchmarks.corpus.build import read_records  # noqa: E402
from benchmarks.corpus.gpu import times  # noqa: E402
from benchmarks.corpus.processes import BuildFailure  # noqa: E402
from benchmarks.corpus.tools import MissingTool  # noqa: E402
from benchmarks.corpus.versions import parse_against  # noqa: E402

HARM, USAGE = 1, 2


def stage(options: argparse.Namespace) -> int:
    if not options.tree:
        raise BuildFailure("stage: say --from TREE, a folder of CUDA programs or a bare git directory")
    staging.stage(options, [base for base in options.bases.split(",") if base])
    return report(options)


def report(options: argparse.Namespace) -> int:
    print(static_table.report(staged(options), options.rows))
    return 0


def table(options: argparse.Namespace) -> int:
    print(times.table(json.loads(options.results.read_text()), options.rows))
    return 0


def check(options: argparse.Namespace) -> int:
    """0: no harm; 1: some kernel got worse without a reason."""
    if not options.against:
        raise BuildFailure("check: say --against 'VARIANT FLAGS'")
    variants = staging.variants_of(options)
    version, against = options.against.split()[0], parse_against(options.against, variants).name
    if options.tree:
        staging.stage(options, [])
    compared, found = harm.static_harm(staged(options), version, against)
    if not compared:
        raise BuildFailure(f"no kernel has both {version} and {against}: stage them, with --from TREE")
    print(f"{compared} kernels of {version} compared with {options.against}")
    if options.times:
        timed, slower = harm.time_harm(json.loads(options.times.read_text()), version, against, options.most)
        print(f"{timed} of them timed")
        found += slower
    open_ones, explained = harm.explain(found, harm.read_reasons(options.reasons))
    for title, rows in (("explained", explained), ("worse", open_ones)):
        print("\n".join([f"{len(rows)} {title}" + (":" if rows else ""), *map(str, rows)]))
    return HARM if open_ones else 0


def staged(options: argparse.Namespace) -> dict[str, dict]:
    records = {name: record for name, record in read_records(options.out).items() if re.search(options.only, name)}
    if not records:
        raise BuildFailure(f"nothing is staged in {options.out}")
    return records


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="corpus", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    with_out = argparse.ArgumentParser(add_help=False)
    with_out.add_argument("out", type=Path, help="the folder that is filled, and that travels to the GPU")
    with_out.add_argument("--only", default="", metavar="REGEX", help="only programs whose name matches")
    with_rows = argparse.ArgumentParser(add_help=False)
    with_rows.add_argument("--rows", type=int, default=20, help="rows in the lists of worst kernels")
    building = argparse.ArgumentParser(add_help=False)
    building.add_argument("--from", dest="tree", type=Path, metavar="TREE", help="a checkout or a bare git directory")
    building.add_argument("--list", type=Path, action="append", default=[], help="file of program names (default: all)")
    building.add_argument(
        "--variant", action="append", default=[], metavar="NAME=COMMAND", help="default: ours=opencicc"
    )
    building.add_argument(
        "--against", default="", metavar="'VARIANT FLAGS'", help="one more version: a variant with flags"
    )
    building.add_argument("--arguments", type=Path, help="JSON: {program: arguments}, null for one that is not to run")
    building.add_argument("--static", action="store_true", help="no programs to run, only figures")
    building.add_argument("--arch", default="sm_90")
    building.add_argument("-j", type=int, default=1, help="programs built at a time")

    def add(name: str, run: Callable[[argparse.Namespace], int], words: str, *parents: argparse.ArgumentParser):
        command = commands.add_parser(name, help=words, parents=[*parents])
        command.set_defaults(run=run)
        return command

    one = add("stage", stage, "build programs and print the static table", with_out, building, with_rows)
    one.add_argument("--bases", default="nvcc,clang", help="compilers to compare with (default: nvcc,clang)")
    add("report", report, "print the static table of what is staged", with_out, with_rows)
    add("table", table, "print the table of GPU times", with_rows).add_argument("results", type=Path)
    one = add("check", check, "name the kernels for which a variant is worse than another", with_out, building)
    one.add_argument("--times", type=Path, metavar="RESULTS", help="results of OUT/run.py: compare times too")
    one.add_argument("--most", type=float, default=harm.MOST_SLOWDOWN, help="a time ratio that is no harm yet (1.03)")
    one.add_argument("--reasons", type=Path, help="file of lines PROGRAM KERNEL: REASON; these do not count")
    add("linked", linked.write_linked, "write the linked bitcode of every source", with_out, building)
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    options = parse_arguments(words)
    try:
        return options.run(options)
    except (BuildFailure, MissingTool, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
