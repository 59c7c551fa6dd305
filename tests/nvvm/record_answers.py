"""Ask a libNVVM about every program, in a process that may die of it: `record_answers.py LIBRARY [FILE]`.

The answers are codes, and of each log whether it is empty and a digest of its first line: enough to compare with, and no
copy of anybody's words.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import signal
import sys
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.nvvm.programs import PROGRAMS, Program

MOST_SECONDS = 5
ANSWERS = Path(__file__).with_name("answers.json")
WHEEL = "nvidia-nvvm"
RECORDED_FROM = f"recorded from {WHEEL}"


def ask(library: ctypes.CDLL, program: Program, call: str) -> tuple[int, str, int]:
    """Code, log and size of the result."""
    modules, options = program
    handle, size = ctypes.c_void_p(), ctypes.c_size_t()
    library.nvvmCreateProgram(ctypes.byref(handle))
    for number, (text, is_lazy) in enumerate(modules):
        add = library.nvvmLazyAddModuleToProgram if is_lazy else library.nvvmAddModuleToProgram
        add(handle, text.encode(), ctypes.c_size_t(len(text.encode())), b"m%d" % number)
    words = [word.encode() for word in options]
    code = getattr(library, f"nvvm{call}Program")(handle, len(words), (ctypes.c_char_p * len(words))(*words))
    library.nvvmGetProgramLogSize(handle, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(size.value)
    library.nvvmGetProgramLog(handle, buffer)
    library.nvvmGetCompiledResultSize(handle, ctypes.byref(size))
    library.nvvmDestroyProgram(ctypes.byref(handle))
    return code, buffer.value.decode(errors="replace"), size.value


def digest(log: str) -> str:
    """Of the first line; '' for an empty log."""
    return hashlib.sha256(log.splitlines()[0].encode()).hexdigest()[:16] if log else ""


def answer(library: ctypes.CDLL, program: Program) -> dict[str, list[object]]:
    """What verify and compile say: code and digest of the log."""
    answers = {call: ask(library, program, call) for call in ("Verify", "Compile")}
    return {call.lower(): [code, digest(log)] for call, (code, log, _) in answers.items()}


def ask_until_it_dies(path: str, programs: dict[str, Program]) -> dict[str, object]:
    """The answers of a child process to one program after the other, as far as it gets."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        library = ctypes.CDLL(path)
        for name, program in programs.items():
            signal.alarm(MOST_SECONDS)
            os.write(writing, json.dumps([name, answer(library, program)]).encode() + b"\n")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        said = [json.loads(line) for line in stream]
    os.waitpid(child, 0)
    return dict(said)


def record(path: str) -> dict[str, object]:
    """All answers. NVIDIA's library ends the process over some programs, or never returns: "died", and another goes on."""
    found: dict[str, object] = {}
    while len(found) < len(PROGRAMS):
        rest = {name: program for name, program in PROGRAMS.items() if name not in found}
        found |= ask_until_it_dies(path, rest)
        missing = next((name for name in PROGRAMS if name not in found), None)
        if missing is not None:
            found[missing] = "died"
    return {name: found[name] for name in PROGRAMS}


def version_of(path: str) -> str:
    """Of the wheel that a library is from; '' for one from elsewhere."""
    try:
        wheel = metadata.distribution(WHEEL)
    except metadata.PackageNotFoundError:
        return ""
    return (
        wheel.version
        if any(Path(file.locate()).samefile(path) for file in wheel.files or () if file.name == Path(path).name)
        else ""
    )


if __name__ == "__main__":
    found = {RECORDED_FROM: version_of(sys.argv[1]), **record(sys.argv[1])}
    output = Path(sys.argv[2]) if len(sys.argv) > 2 else ANSWERS
    output.write_text(
        "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(said)}" for name, said in found.items()) + "\n}\n"
    )
