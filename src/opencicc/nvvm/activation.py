"""Make other people's programs in this process use our library where they look for NVIDIA's libNVVM.

Whoever looks libNVVM up asks the loader first whether a library of that name is in the process already: ours has the same
name, so it only has to be there before. Where the C library was not built, cuda.bindings.nvvm is replaced by
opencicc.nvvm, which has the same functions. Nothing is written to any file.
"""

from __future__ import annotations

import ctypes
import os
import sys

from opencicc.errors import UsageError
from opencicc.record import record

SONAME = "libnvvm.so.4"
BINDINGS = "cuda.bindings.nvvm"
_HERE = os.path.dirname(os.path.abspath(__file__))


@record
class Active:
    """How this process was activated: the C library's handle, or the module that stood in sys.modules before."""

    handle: int = 0
    replaced: object = None


_active: list[Active] = []


def library_path() -> str:
    """Where our C library is, or '' where it was not built."""
    path = os.path.join(_HERE, "lib", SONAME)
    return path if os.path.exists(path) else ""


def activate() -> None:
    """From now on libNVVM is ours, in this process; an error where NVIDIA's is in use already."""
    if _active:
        return
    path = library_path()
    if not path:
        _active.append(_replace_bindings())
        return
    loaded = _loaded_path()
    if loaded and not os.path.samefile(loaded, path):
        raise UsageError(
            "NVIDIA's libNVVM is in use in this process already",
            at=loaded,
            fix="import opencicc.activate before numba, cuda.core and cuda.bindings",
        )
    _active.append(Active(handle=ctypes.CDLL(path, mode=os.RTLD_NOW | os.RTLD_LOCAL)._handle))


def deactivate() -> bool:
    """Undo `activate`; False where somebody has loaded ours meanwhile, who keeps it as long as the process lives."""
    if not _active:
        return True
    was = _active.pop()
    if not was.handle:
        _restore_bindings(was.replaced)
        return True
    import _ctypes

    _ctypes.dlclose(was.handle)
    return not _loaded_path()


def is_active() -> bool:
    return bool(_active)


def _loaded_path() -> str:
    """The file of the libNVVM that this process has loaded, or ''."""
    try:
        with open("/proc/self/maps") as maps:
            paths = {line.rstrip("\n").partition("/")[2] for line in maps if "libnvvm.so" in line}
    except OSError:
        return ""
    found = ["/" + path for path in paths if os.path.basename(path).startswith("libnvvm.so")]
    return found[0] if found else ""


def _replace_bindings() -> Active:
    from opencicc import nvvm

    before = sys.modules.get(BINDINGS)
    _put_bindings(nvvm)
    return Active(replaced=before)


def _restore_bindings(before: object) -> None:
    _put_bindings(before)


def _put_bindings(module: object) -> None:
    parent = sys.modules.get(BINDINGS.rpartition(".")[0])
    if parent is None:
        try:
            import cuda.bindings as parent  # type: ignore[no-redef]
        except ImportError:
            parent = None
    if module is None:
        sys.modules.pop(BINDINGS, None)
        if parent is not None and hasattr(parent, "nvvm"):
            del parent.nvvm
        return
    sys.modules[BINDINGS] = module  # type: ignore[assignment]
    if parent is not None:
        parent.nvvm = module  # type: ignore[attr-defined]
