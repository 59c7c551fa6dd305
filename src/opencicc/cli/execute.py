"""`opencicc exec script.py ...`: run a program with our libNVVM in the place of NVIDIA's.

opencicc exec script.py ARGS    a Python script, in this Python
opencicc exec -m MODULE ARGS    a Python module
opencicc exec PROGRAM ARGS      any other program: libnvvm.so.4 is ours on its
                                library path
"""

from __future__ import annotations

import os
import shutil
import sys

from opencicc.errors import FileError, UsageError
from opencicc.nvvm.activation import library_path

LIBRARY_PATH = "LD_LIBRARY_PATH"


def main(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(__doc__.partition("\n\n")[2] if words else __doc__)
        return 0 if words else 2
    if words[0] == "-m" and len(words) == 1:
        raise UsageError("opencicc exec -m needs a module", fix="write opencicc exec -m MODULE ARGS")
    if words[0] == "-m" or words[0].endswith(".py"):
        if words[0] != "-m" and not os.path.isfile(words[0]):
            raise FileError(f"cannot read {words[0]}: No such file", at=words[0], fix="check the name")
        return _become(sys.executable, [sys.executable, "-m", "opencicc.nvvm.execute", *words])
    program = shutil.which(words[0])
    if program is None:
        raise FileError(f"cannot run {words[0]}: no such program", at=words[0], fix="name a .py file or a program")
    if not library_path():
        raise UsageError("libnvvm.so.4 was not built", fix="install a C compiler and install opencicc again")
    folder, before = os.path.dirname(library_path()), os.environ.get(LIBRARY_PATH, "")
    os.environ[LIBRARY_PATH] = f"{folder}:{before}" if before else folder
    os.environ.setdefault("OPENCICC_PYTHON", sys.executable)
    return _become(program, words)


def _become(program: str, words: list[str]) -> int:
    """Take that program's place: its exit code, its signals and its streams are what the caller sees."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(program, words)
