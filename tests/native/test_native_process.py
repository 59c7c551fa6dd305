"""The helper beside Python's own signal handling, each case in a process of its own."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys

import pytest

from opencicc.llvm import helper
from opencicc.llvm.helper import NativeHelper

CRASH = "assert native.ocx_safe_call(helper.address_of(ctypes.CDLL(None).abort), None) == helper.CRASHED\n"
PREAMBLE = """
import ctypes, faulthandler, os, signal, sys
from opencicc.llvm import helper
"""
LOAD = "native = helper.load()\nassert native is not None\n"


def run(*lines: str, variables: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PREAMBLE + "\n".join(lines)]
    # Dask leaves limits of the allocator in the environment of whoever started a cluster: another test may have.
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MALLOC_", "GLIBC_"))}
    environment = {**plain, **(variables or {})}
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)


@pytest.mark.usefixtures("native")
class TestBesidePython:
    def test_a_keyboard_interrupt_still_arrives(self) -> None:
        # whoever started the tests may have ignored the signal, as shells do for what runs in the background
        ready = "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        interrupt = "try:\n    os.kill(os.getpid(), signal.SIGINT)\nexcept KeyboardInterrupt:\n    print('interrupted')"
        done = run(ready + LOAD, CRASH, interrupt)
        assert (done.returncode, done.stdout) == (0, "interrupted\n")

    def test_a_python_handler_for_another_signal_still_runs(self) -> None:
        handler = "signal.signal(signal.SIGUSR1, lambda *_: print('handled'))\nos.kill(os.getpid(), signal.SIGUSR1)"
        assert run(LOAD, CRASH, handler).stdout == "handled\n"

    @pytest.mark.parametrize("first", ["faulthandler.enable()\n" + LOAD, LOAD + "faulthandler.enable()\n"])
    def test_a_crash_is_survived_with_faulthandler_on(self, first: str) -> None:
        assert run(first, CRASH, "print('alive')").stdout == "alive\n"

    def test_a_crash_outside_a_safe_call_ends_the_process_as_ever(self) -> None:
        done = run("faulthandler.enable()", LOAD, CRASH, "ctypes.string_at(0)")
        assert done.returncode == -signal.SIGSEGV
        assert "Fatal Python error: Segmentation fault" in done.stderr

    def test_a_forked_child_survives_as_well(self) -> None:
        fork = f"child = os.fork()\nif child == 0:\n    {CRASH}    os._exit(7)\nprint(os.waitpid(child, 0)[1] >> 8)"
        assert run(LOAD, CRASH, fork).stdout == "7\n"


BLOCKS = """
libc = ctypes.CDLL(None)
class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks a b c d e f".split()]
libc.mallinfo2.restype = Info
libc.malloc.restype = ctypes.c_void_p
before = libc.mallinfo2().hblks
for _ in range(8):
    libc.malloc(ctypes.c_size_t(1 << 20))
taken = libc.mallinfo2().hblks - before
print("each alone" if taken >= 8 else "kept" if taken <= 1 else taken)  # libraries' own threads may take one meanwhile
"""


@pytest.mark.usefixtures("native")
@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="the allocator is not glibc's")
class TestMemory:
    def test_a_large_block_comes_from_memory_that_is_kept(self) -> None:
        assert run(BLOCKS).stdout == "each alone\n"  # taken from the system one by one
        assert run(LOAD, BLOCKS).stdout == "kept\n"

    def test_the_users_own_limit_stays(self) -> None:
        assert run(LOAD, BLOCKS, variables={"MALLOC_MMAP_THRESHOLD_": "100000"}).stdout == "each alone\n"


class TestChoice:
    def test_the_variable_switches_it_off(self) -> None:
        done = run("print(helper.load(), helper.describe())", variables={helper.SWITCH_VARIABLE: "0"})
        assert done.stdout == "None native helper: not used (OPENCICC_NATIVE_HELPER=0)\n"

    def test_a_missing_file_is_no_error(self) -> None:
        done = run("helper.PATH = '/nowhere/_helper.so'", "print(helper.load())")
        assert done.stdout == "None\n"

    def test_a_file_that_is_no_library_is_no_error(self) -> None:
        done = run(f"helper.PATH = {__file__!r}", "print(helper.load(), helper.describe())")
        assert done.stdout.startswith("None native helper: not used (")

    def test_another_abi_or_llvm_is_refused(self, native: NativeHelper, monkeypatch: pytest.MonkeyPatch) -> None:
        from opencicc.llvm import library

        lib = library.load()
        assert native.why_unusable(lib) == ""
        monkeypatch.setattr(lib, "version", (22, 0, 0))
        assert native.why_unusable(lib) == f"it was built for LLVM {native.llvm_version}"
        monkeypatch.setattr(helper, "ABI_VERSION", 999)
        assert "not 999" in native.why_unusable(lib)
