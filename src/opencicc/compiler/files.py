"""Reading inputs by content and writing outputs whole or not at all."""

from __future__ import annotations

import _thread
import errno
import os
import sys

from opencicc.errors import FileError, InputError, UsageError
from opencicc.llvm.ir import is_bitcode
from opencicc.record import record

STANDARD_STREAM = "-"
# What a module is there for: linked whole, or only for what the others lack; a builtin's definitions win over theirs.
USER, LAZY, BUILTIN = "user", "lazy", "builtin"
CUDA_SUFFIXES = (".cu", ".cuh", ".cup", ".hip")


@record
class Input:
    """One input: a name for messages, its bytes, and its role in the link."""

    name: str
    data: bytes
    role: str = USER

    @property
    def stem(self) -> str:
        """The name without folder and known endings: what outputs are called after."""
        base = os.path.basename(self.name) if self.name != "<stdin>" else "stdin"
        for ending in (".lnk.bc", ".opt.bc"):
            if base.endswith(ending):
                return base[: -len(ending)]
        return os.path.splitext(base)[0]

    @property
    def is_cuda_source(self) -> bool:
        return self.name.endswith(CUDA_SUFFIXES)


def read_input(path: str) -> Input:
    """A file's bytes, or standard input for '-'."""
    if path == STANDARD_STREAM:
        return Input("<stdin>", sys.stdin.buffer.read())
    try:
        with open(path, "rb") as file:
            return Input(path, file.read())
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror}", at=path, fix=_reading_fix(error)) from None


def _reading_fix(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "check the name; - reads standard input"
    return "name a file, not a folder" if isinstance(error, IsADirectoryError) else "check the file's permissions"


def check_is_ir(item: Input) -> None:
    """Text IR or bitcode: refuse what can't be either before libLLVM sees it."""
    if not item.data.strip():
        raise InputError("the input is empty", at=item.name, fix="give LLVM IR as text or bitcode")
    if is_bitcode(item.data) or item.name.endswith(".bc"):  # what is called bitcode and isn't, LNK refuses
        return
    if b"\0" in item.data:
        raise InputError(
            "neither bitcode nor text IR: binary data without the bitcode magic",
            at=item.name,
            fix="give LLVM IR as text (.ll) or bitcode (.bc)",
        )


def read_ptx(item: Input) -> str:
    """The text of a PTX file."""
    try:
        text = item.data.decode()
    except UnicodeDecodeError:
        text = ""
    if ".version" not in text:
        raise InputError("this is not PTX: it has no .version", at=item.name, fix="give PTX as text (.ptx)")
    return text


def check_outputs(outputs: list[str], inputs: list[str]) -> None:
    """Refuse to write over what is read, under whatever name, before anything is done."""
    for path in outputs:
        for read in inputs:
            if os.path.isfile(path) and os.path.isfile(read) and os.path.samefile(path, read):
                raise UsageError(f"the output {path} is an input", at=read, fix="name another file with -o")


def write_output(path: str, data: bytes) -> None:
    """Write to a temporary name beside the target and rename: a failed write leaves nothing behind."""
    if path == STANDARD_STREAM:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if os.path.exists(path) and not os.path.isfile(path):
        return _write_special(path, data)
    real = os.path.realpath(path)  # a link stays a link: what it points to is replaced
    temporary = f"{real}.{os.getpid()}-{_thread.get_ident()}.tmp"
    try:
        with open(temporary, "wb") as file:
            file.write(data)
        if os.path.exists(real):
            os.chmod(temporary, os.stat(real).st_mode & 0o777)
        os.replace(temporary, real)
    except OSError as error:
        raise writing_error(path, error) from None
    finally:
        _remove_quietly(temporary)  # gone already after the rename


def _write_special(path: str, data: bytes) -> None:
    """Devices and pipes such as /dev/null or /dev/full can't be renamed over."""
    try:
        with open(path, "wb", buffering=0) as file:
            file.write(data)
    except OSError as error:
        raise writing_error(path, error) from None


def writing_error(path: str, error: OSError) -> FileError:
    """Why a file, or what `path` names in words, could not be written."""
    fixes = {
        errno.ENOSPC: "free some space or write elsewhere",
        errno.EBADF: "it is closed: open it, or name a file with -o",
    }
    fix = fixes.get(error.errno or 0, "check that the folder exists and is writable")
    return FileError(f"cannot write {path}: {error.strerror}", at=path, fix=fix)


def make_folder(path: str) -> None:
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise writing_error(path, error) from None


def _remove_quietly(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
