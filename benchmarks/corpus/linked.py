"""Linked bitcode of a tree of CUDA programs, a module for every source: what the optimizer gets to see of real code.

For measuring passes and compile time without the front end (`benchmarks/pass_effects.py`, `benchmarks/compile_time.py`).
"""

from __future__ import annotations

import argparse
import re
import time
from concurrent.futures import ThreadPoolExecutor

from .makefile import read_recipe
from .processes import BuildFailure, call
from .tools import find_tools
from .tree import find_program, open_tree, program_names, read_names
from .versions import OURS, Version, device_command

LINKED = Version("linked", (*OURS, "--stop-after=lnk"))


def write_linked(options: argparse.Namespace) -> int:
    """OUT/PROGRAM__SOURCE.bc for every program; says which could not be made."""
    if not options.tree:
        raise BuildFailure("linked: say --from TREE, a folder of CUDA programs or a bare git directory")
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    tree = open_tree(options.tree.resolve(), out.with_name(out.name + ".work") / "tree")
    names = [name for name in read_names(options.list) or program_names(tree) if re.search(options.only, name)]
    tools, started, failed = find_tools(), time.perf_counter(), 0

    def write(name: str) -> str:
        try:
            program = find_program(tree, name)
            for unit in read_recipe(program, options.arch).units:
                file = out / f"{name}__{unit.stem}.bc"
                if unit.is_cuda and not file.exists():
                    command = device_command(LINKED, unit, tools, options.arch, file, out.with_name("stubs"))
                    call(command, program.folder)
        except (BuildFailure, OSError) as failure:
            return str(failure)
        return ""

    with ThreadPoolExecutor(options.j) as pool:
        for count, (name, error) in enumerate(zip(names, pool.map(write, names), strict=True), 1):
            failed += bool(error)
            print(
                f"{time.perf_counter() - started:7.1f} s {count:4}/{len(names)} {name:28} {error or 'ok'}", flush=True
            )
    print(f"{len(list(out.glob('*.bc')))} modules in {out.name}, {failed} programs failed")
    return 0
