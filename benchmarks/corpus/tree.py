"""A tree of CUDA programs: a checkout, or a bare git directory whose sources are copied out of it.

A program is a folder with CUDA sources (and perhaps a Makefile), or a single .cu file. Its name is the folder's or the
file's; HeCBench's `src/NAME-cuda` is found under NAME.
"""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .processes import BuildFailure, call

SOURCE_OR_MAKEFILE = re.compile(r"\.(cu|cuh|h|hh|hpp|hxx|c|cc|cpp|cxx|C|inc|inl)$|(^|/)[Mm]akefile$")
PLACES = ("{name}", "{name}-cuda", "src/{name}", "src/{name}-cuda", "{name}.cu", "src/{name}.cu")


@dataclass(frozen=True)
class Program:
    """Where a program's sources are; `source` is set where it is one file."""

    name: str
    folder: Path
    source: str = ""


def find_program(tree: Path, name: str) -> Program:
    for place in PLACES:
        path = tree / place.format(name=name)
        if path.is_file():
            return Program(name, path.parent, path.name)
        if path.is_dir() and any(path.rglob("*.cu")):
            return Program(name, path)
    tried = ", ".join(place.format(name=name) for place in PLACES)
    raise BuildFailure(f"no such program in the tree (looked for {tried})")


def program_names(tree: Path) -> list[str]:
    """Every program of a tree: what a run without a list takes."""
    root = tree / "src" if (tree / "src").is_dir() else tree
    folders = [path.name for path in root.iterdir() if path.is_dir() and any(path.rglob("*.cu"))]
    return sorted({*(name.removesuffix("-cuda") for name in folders), *(path.stem for path in root.glob("*.cu"))})


def read_names(lists: Iterable[Path]) -> list[str]:
    """The names of text files, one or more on a line; what follows a # is a comment."""
    lines = [line.partition("#")[0] for file in lists for line in file.read_text().splitlines()]
    return list(dict.fromkeys(name for line in lines for name in line.split()))


def open_tree(place: Path, copies: Path) -> Path:
    """The folder with the sources; those of a bare git directory are copied to `copies` once per commit."""
    if not (place / "HEAD").is_file() or (place / ".git").exists():
        if not place.is_dir():
            raise BuildFailure(f"{place} is no folder")
        return place
    git = ["git", f"--git-dir={place}"]
    commit = call([*git, "rev-parse", "HEAD"]).text.strip()
    target = copies / commit[:12]
    if not (target / ".complete").exists():
        copy_out(git, target)
        (target / ".complete").touch()
    return target


def copy_out(git: list[str], target: Path) -> None:
    """Sources and Makefiles of HEAD; a mirror may lack its largest files, which are left out without a word."""
    rows = (line.split("\t", 1) for line in call([*git, "ls-tree", "-r", "HEAD"]).text.splitlines())
    wanted = [(row[0].split()[2], row[1]) for row in rows if SOURCE_OR_MAKEFILE.search(row[1])]
    reader = subprocess.Popen([*git, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert reader.stdin and reader.stdout
    asked = "".join(f"{blob}\n" for blob, _ in wanted).encode()
    writer = threading.Thread(target=lambda: (reader.stdin.write(asked), reader.stdin.close()))
    writer.start()
    for _, path in wanted:
        header = reader.stdout.readline().split()
        if len(header) != 3:  # "<blob> missing"
            continue
        data = reader.stdout.read(int(header[2]) + 1)[:-1]
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(data)
    writer.join()
    reader.stdout.close()
    reader.wait()
