"""A shell for RUN lines, in this process: `opencicc %s ... | filecheck %s`, `not`, `env`, pipes and `2>&1`.

Starting Python for each of thousands of lines would take minutes, so the two commands are called as functions. The
syntax is lit's, and only as much of it as we use: what lit would not run is an error here too.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filecheck.finput import FInput
from filecheck.matcher import Matcher
from filecheck.options import parse_argv_options
from filecheck.parser import Parser

from opencicc.cli import main as cli


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    stdout: bytes
    stderr: bytes

    @property
    def out(self) -> str:
        return self.stdout.decode()

    @property
    def err(self) -> str:
        return self.stderr.decode()


def opencicc(*words: str, stdin: bytes = b"") -> Outcome:
    """Our command line, called as the shell would call it."""
    with standard_streams(stdin) as (stdout, stderr):
        code = cli.main(list(words))
    return Outcome(code, stdout.getvalue(), stderr.getvalue())


def filecheck(*words: str, stdin: bytes = b"") -> Outcome:
    options = parse_argv_options(["filecheck", *words])
    text = stdin.decode() if options.input_file == "-" else Path(options.input_file).read_text()
    with standard_streams() as (stdout, stderr):
        code = Matcher(options, FInput(options.input_file, text), Parser.from_opts(options)).run()
    return Outcome(code, stdout.getvalue(), stderr.getvalue())


MARKERS = {".ll": ";", ".ptx": "//"}  # what begins a comment in each kind of file


def run_lines(path: Path) -> list[tuple[int, str]]:
    """(line number, command) of each RUN line, continued ones joined."""
    pattern = re.compile(rf"\s*{MARKERS[path.suffix]}\s*RUN:\s*(.*?)\s*$")
    found: list[tuple[int, str]] = []
    is_continued = False
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        match = pattern.match(line)
        if not match:
            continue
        text = match[1].removesuffix("\\")
        if is_continued:
            found[-1] = (found[-1][0], found[-1][1] + text)
        else:
            found.append((number, text))
        is_continued = match[1].endswith("\\")
    return found


COMMANDS: dict[str, Callable[..., Outcome]] = {"opencicc": opencicc, "filecheck": filecheck}


def run_line(line: str, source: Path, temporary: Path) -> Outcome:
    """Run one RUN line; fails where any command of the pipe fails, as lit does (pipefail)."""
    code, data, said = 0, b"", b""
    for command in pipeline(substitute(line, source, temporary)):
        outcome = run_command(command, data)
        code, data, said = code or outcome.code, outcome.stdout, said + outcome.stderr
    return Outcome(code, data, said)


def substitute(line: str, source: Path, temporary: Path) -> str:
    for mark, text in (("%s", source), ("%S", source.parent), ("%t", temporary)):
        line = line.replace(mark, shlex.quote(str(text)))
    return line


def pipeline(line: str) -> Iterator[list[str]]:
    command: list[str] = []
    for word in shlex.split(line):
        if word == "|":
            yield command
            command = []
        else:
            command.append(word)
    yield command


def run_command(words: list[str], stdin: bytes) -> Outcome:
    if words[0] == "not":
        inner = run_command(words[1:], stdin)
        return Outcome(int(inner.code == 0), inner.stdout, inner.stderr)
    if words[0] == "env":
        count = next(n for n, word in enumerate(words[1:]) if "=" not in word)
        with environment(dict(word.split("=", 1) for word in words[1 : count + 1])):
            return run_command(words[count + 1 :], stdin)
    joins_errors = words[-1] == "2>&1"
    outcome = COMMANDS[words[0]](*words[1 : len(words) - joins_errors], stdin=stdin)
    return Outcome(outcome.code, outcome.stdout + outcome.stderr, b"") if joins_errors else outcome


@contextmanager
def standard_streams(stdin: bytes = b"") -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """Bytes for standard input, and what is written to standard output and error."""
    outputs = io.BytesIO(), io.BytesIO()
    before = sys.stdin, sys.stdout, sys.stderr
    wrappers = [io.TextIOWrapper(stream, write_through=True) for stream in outputs]
    sys.stdin, (sys.stdout, sys.stderr) = io.TextIOWrapper(io.BytesIO(stdin)), wrappers
    try:
        yield outputs
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for wrapper in wrappers:
            wrapper.detach()  # else its end would close the bytes we hand on


@contextmanager
def environment(changes: dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in changes}
    os.environ.update(changes)
    try:
        yield
    finally:
        for name, text in before.items():
            if text is None:
                del os.environ[name]
            else:
                os.environ[name] = text
