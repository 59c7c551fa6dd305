"""Stages a list of programs into OUT: programs, libraries, and the part that runs them elsewhere."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .build import Builder
from .processes import BuildFailure
from .tools import Tools, find_tools
from .tree import open_tree, program_names, read_names
from .versions import BASES, OURS, Version, parse_against, parse_variant

HERE = Path(__file__).resolve().parent


def variants_of(options: argparse.Namespace) -> list[Version]:
    return [parse_variant(text) for text in options.variant] or [Version("ours", OURS)]


def stage(options: argparse.Namespace, bases: list[str]) -> None:
    """Builds what is not up to date and prints a line for every program."""
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    tools = find_tools()
    tools.require("ptxas")
    versions = variants_of(options)
    if options.against:
        against = parse_against(options.against, versions)
        versions += [against] if against not in versions else []
    versions += [Version(base) for base in bases if _is_there(base, tools)]
    tree = open_tree(options.tree.resolve(), out.with_name(out.name + ".work") / "tree")
    names = [name for name in read_names(options.list) or program_names(tree) if re.search(options.only, name)]
    if not names:
        raise BuildFailure("no program to build: the list is empty, or --only fits no name in it")
    builder = Builder(out, tree, tools, versions, options.arch, options.static)
    if builder.host:
        builder.host.stage_libraries()
        stage_runner(out, options.arguments)
    started = time.perf_counter()
    with ThreadPoolExecutor(options.j) as pool:
        for count, (name, record) in enumerate(zip(names, pool.map(builder.build, names), strict=True), 1):
            failed = ["all"] * ("error" in record) + [v for v, built in record["versions"].items() if "error" in built]
            state = f"failed: {', '.join(failed)}" if failed else "ok"
            print(f"{time.perf_counter() - started:7.1f} s {count:4}/{len(names)} {name:28} {state}", flush=True)
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file()) / 2**20
    print(f"{out.name}: {size:.1f} MiB")


def stage_runner(out: Path, arguments: Path | None) -> None:
    """OUT/run.py and what it needs: plain Python that travels with the programs."""
    shutil.copytree(HERE / "gpu", out / "gpu", dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.c"))
    (out / "gpu" / "run_here.py").rename(out / "run.py")
    if arguments:
        shutil.copy(arguments, out / "arguments.json")


def _is_there(base: str, tools: Tools) -> bool:
    if base not in BASES:
        raise BuildFailure(f"--bases {base}: there are {' and '.join(BASES)}")
    if not getattr(tools, base):
        print(f"{base} is not installed: left out", file=sys.stderr)
    return bool(getattr(tools, base))
