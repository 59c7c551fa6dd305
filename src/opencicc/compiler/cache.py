"""An on-disk cache of compile results, safe under several processes (cache_folder.py has its folder and its limit).

An entry's name is a digest of everything the result depends on: the inputs, every option value,
the target, libdevice, libLLVM's version, and the compiler's own files: a pass that was changed is another compiler. An entry carries a digest of its own content, so
a truncated or altered file is noticed, dropped and made again. Entries are written under a
temporary name and renamed; two processes that race write the same bytes.
"""

from __future__ import annotations

import hashlib
import os
import pickle

from opencicc import __version__
from opencicc.compiler import cache_folder
from opencicc.compiler.api import run_compile
from opencicc.compiler.driver import CompileResult, warning_as_error
from opencicc.compiler.files import Input, make_folder, write_output
from opencicc.compiler.settings import Settings
from opencicc.errors import CompilerError, FileError
from opencicc.link import libdevice
from opencicc.llvm import library
from opencicc.options import driver as options
from opencicc.options.option import NEEDS_RUN, SHOWS
from opencicc.options.values import OptionValues
from opencicc.pipeline.run.dumps import has_dump_knob
from opencicc.record import replace
from opencicc.trace import Trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_code_print = ""
MAGIC = b"opencicc-cache-1\n"
_DIGEST_BYTES = 32


class Cache:
    """One cache folder."""

    def __init__(self, folder: str, limit: int = 0) -> None:
        self.folder = folder
        self.limit = limit  # bytes; 0 for none

    def compile(self, inputs: list[Input], settings: Settings) -> CompileResult:
        path = self.path_of(inputs, settings)
        found = self._read(path, settings)
        if found is not None:
            return found
        result = run_compile(inputs, settings.values)
        if result.errors:  # said again each time
            return result
        try:
            self._write(path, result)
        except FileError as error:  # the result is there all the same: whoever asked for it gets it
            return _with_warning(result, f"the result is not in the cache: {error.what}")
        return result

    def path_of(self, inputs: list[Input], settings: Settings) -> str:
        digest = hashlib.sha256()
        for part in (__version__, code_print(), library.version_text(), settings.target.name, str(settings.target.ptx)):
            digest.update(part.encode() + b"\0")
        digest.update(f"{settings.wants_remarks} {_libdevice_digest(settings)}".encode())
        kept = {name: value.value for name, value in settings.values if name not in _IGNORED_NAMES}
        digest.update(repr(sorted(kept.items())).encode())
        for item in inputs:
            digest.update(f"\0{item.name}\0{item.role}\0{len(item.data)}\0".encode())
            digest.update(item.data)
        name = digest.hexdigest()
        return os.path.join(self.folder, name[:2], name[2:])

    def _read(self, path: str, settings: Settings) -> CompileResult | None:
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            return None
        body = data[len(MAGIC) + _DIGEST_BYTES :]
        digest = data[len(MAGIC) : len(MAGIC) + _DIGEST_BYTES]
        if not data.startswith(MAGIC) or hashlib.sha256(body).digest() != digest:
            return None
        ptx, bitcode, kernels, remarks, warnings, timings = pickle.loads(body)
        cache_folder.mark_as_used(path)
        trace = Trace()
        trace.remarks = list(remarks)
        trace.note(f"taken from the cache: {path}")
        trace.stored_times = timings
        return CompileResult(ptx, bitcode, kernels, warnings, trace, settings, was_cached=True)

    def _write(self, path: str, result: CompileResult) -> None:
        fields = (result.ptx, result.bitcode, result.kernels, result.remarks, result.warnings, result.timings_us)
        body = pickle.dumps(fields)
        make_folder(os.path.dirname(path))
        data = MAGIC + hashlib.sha256(body).digest() + body
        write_output(path, data)
        cache_folder.count_written(self.folder, len(data), self.limit)


def code_print() -> str:
    """Of the files of this package, by name, size and time (4 ms): the same version may be a tree that is worked on."""
    global _code_print
    if not _code_print:
        digest = hashlib.sha256()
        for row in sorted(_code_files(_PACKAGE)):
            digest.update(repr(row).encode())
        _code_print = digest.hexdigest()
    return _code_print


def _code_files(folder: str) -> Iterator[tuple[str, int, int]]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _code_files(entry.path)
        elif not entry.name.endswith(".pyc"):
            facts = entry.stat()
            yield entry.path, facts.st_mtime_ns, facts.st_size


def _with_warning(result: CompileResult, text: str) -> CompileResult:
    if result.settings.warnings_are_errors:
        raise warning_as_error(text)
    return replace(result, warnings=(*result.warnings, text))


def needs_real_run(values: OptionValues) -> bool:
    """Was something asked for that a stored result can't show?"""
    return any(values[option] for option in options.options_for(NEEDS_RUN)) or has_dump_knob(values)


def _libdevice_digest(settings: Settings) -> str:
    """What libdevice a compile would link, or why it would find none."""
    try:
        found = libdevice.find_library(settings.link_settings.library_path)
    except CompilerError as error:
        return error.what
    return hashlib.sha256(found.head(found.size)).hexdigest()


_IGNORED_NAMES = frozenset(option.name for option in options.options_for(SHOWS))
