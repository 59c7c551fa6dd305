"""How a program is compiled and started: read from what `make` would do, or guessed where there is no Makefile."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from .processes import BuildFailure
from .tree import Program

SOURCE = re.compile(r"\.(cu|cpp|cc|c|cxx|C)$")
COMPILERS = ("nvcc", "g++", "gcc", "cc", "c++", "clang", "clang++")
NVCC_ONLY = ("-expt-relaxed-constexpr", "-extended-lambda", "-expt-extended-lambda")
WITH_VALUE = ("-o", "-Xcompiler", "-ccbin", "-gencode", "-Xlinker")


@dataclass(frozen=True)
class Unit:
    """One source file and the flags that matter for its code."""

    source: str = ""
    language: str = ""  # cuda, c++ or c
    common: tuple[str, ...] = ()  # understood by every compiler: -I -D -U -std
    nvcc_only: tuple[str, ...] = ()
    ptxas: tuple[str, ...] = ()
    fast_math: bool = False
    max_registers: str = ""
    relocatable: bool = False

    @property
    def is_cuda(self) -> bool:
        return self.language == "cuda"

    @property
    def stem(self) -> str:
        """A file name for what is made of it."""
        return re.sub(r"\W", "_", self.source)


@dataclass
class Recipe:
    units: list[Unit] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)


def read_recipe(program: Program, arch: str) -> Recipe:
    if program.source:
        recipe = Recipe([Unit(program.source, "cuda")])
    elif any((program.folder / name).exists() for name in ("Makefile", "makefile")):
        recipe = _ask_make(program.folder, arch)
    else:
        recipe = _guess(program.folder)
    if not any(unit.is_cuda for unit in recipe.units):
        raise BuildFailure("nothing to compile: neither the Makefile nor the folder names a CUDA source")
    if any(unit.relocatable for unit in recipe.units):
        raise BuildFailure("wants separate device linking (-rdc), which this tool does not do")
    return recipe


def _guess(folder: Path) -> Recipe:
    files = sorted(path.name for path in folder.iterdir() if SOURCE.search(path.name))
    return Recipe([Unit(name, _language(name, "")) for name in files])


def _ask_make(folder: Path, arch: str) -> Recipe:
    """The commands of `make run`; a Makefile without that goal is asked for its first one."""
    for goal in (["run"], []):
        command = ["make", "-n", "-B", *goal, f"ARCH={arch}"]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
        except OSError:
            raise BuildFailure("make is not installed") from None
        recipe = read_commands(done.stdout)
        if recipe.units:
            return recipe
    raise BuildFailure(f"make: {(done.stderr.strip() or 'no compile command').splitlines()[-1][:200]}")


def read_commands(text: str) -> Recipe:
    recipe, started = Recipe(), False
    for words in _command_lines(text):
        tool = Path(words[0]).name
        if tool in COMPILERS:
            recipe.units += [unit for unit in read_compile(tool, words[1:]) if unit not in recipe.units]
        elif words[0].startswith("./") and not started:
            recipe.arguments, started = words[1:], True
    return recipe


def _command_lines(text: str) -> Iterator[list[str]]:
    for line in text.replace("\\\n", " ").splitlines():
        try:
            words = shlex.split(line)
        except ValueError:  # part of a shell script with a quote over several lines
            continue
        if words:
            yield words


def read_compile(tool: str, words: list[str]) -> list[Unit]:
    """The units of one compile command; flags about linking, warnings and architectures are of no interest."""
    shared, sources, rest = Unit(), [], iter(words)
    for word in rest:
        flag, has_value, value = ("-" + word.lstrip("-")).partition("=")
        if word in ("-I", "-isystem", "-D"):
            prefix = "-D" if word == "-D" else "-I"
            shared = replace(shared, common=(*shared.common, prefix + next(rest, "")))
        elif word.startswith(("-I", "-D", "-U")) or flag == "-std":
            shared = replace(shared, common=(*shared.common, f"-std={value}" if flag == "-std" else word))
        elif flag == "-use_fast_math":
            shared = replace(shared, fast_math=True)
        elif flag == "-maxrregcount":
            shared = replace(shared, max_registers=value if has_value else next(rest, ""))
        elif flag in NVCC_ONLY:
            shared = replace(shared, nvcc_only=(*shared.nvcc_only, word))
        elif flag in ("-dc", "-device-c") or (flag in ("-rdc", "-relocatable-device-code") and value != "false"):
            shared = replace(shared, relocatable=True)
        elif flag == "-x":
            language = value if has_value else next(rest, "")
            shared = replace(shared, language="cuda" if language.startswith("cu") else "")
        elif flag == "-default-stream":
            if (value if has_value else next(rest, "")) == "per-thread":
                shared = replace(shared, common=(*shared.common, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"))
        elif flag == "-Xptxas":
            wanted = [part for part in (value if has_value else next(rest, "")).split(",") if part not in ("-v", "")]
            shared = replace(shared, ptxas=(*shared.ptxas, *(part for part in wanted if "-warn" not in part)))
        elif word in WITH_VALUE:
            next(rest, "")
        elif SOURCE.search(word) and not word.startswith("-"):
            sources.append(word)
    return [replace(shared, source=source, language=shared.language or _language(source, tool)) for source in sources]


def _language(source: str, tool: str) -> str:
    if source.endswith(".cu"):
        return "cuda"
    return "c" if source.endswith(".c") and not tool.endswith("++") else "c++"
