"""What libLLVM writes to standard error by itself reaches the user as our warning or as part of our error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# A compile unit that llvm.dbg.cu does not list: libLLVM's reader prints why it drops the debug information.
BROKEN_DEBUG_INFO = """
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "k", scope: !2, file: !2, line: 1, unit: !1, spFlags: DISPFlagDefinition)
"""
HEADER = 'target triple = "nvptx64-nvidia-cuda"\n'
GOOD = f"{HEADER}define ptx_kernel void @k() !dbg !3 {{\n  ret void\n}}\n{BROKEN_DEBUG_INFO}"
REFUSED = GOOD.replace(HEADER, f"{HEADER}@t = thread_local global i32 0\n")
DROPPED = "ignoring invalid debug info in in.ll"
PRINTED = "DICompileUnit not listed in llvm.dbg.cu"


def compiled(folder: Path, text: str, helper: str) -> tuple[int, list[str]]:
    """In a process of its own: other threads, such as pytest's, leave standard error alone."""
    (folder / "in.ll").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "opencicc", "in.ll", "-arch=sm_90", "-o", "out.ptx"],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "OPENCICC_NATIVE_HELPER": helper},
    )
    return done.returncode, done.stderr.splitlines()


@pytest.mark.parametrize("helper", ["1", "0"], ids=["helper", "no helper"])
def test_it_becomes_a_warning(helper: str, tmp_path: Path) -> None:
    code, lines = compiled(tmp_path, GOOD, helper)
    assert (code, lines[:2]) == (0, [f"warning: {DROPPED}", f"warning: {PRINTED}"])


@pytest.mark.parametrize("helper", ["1", "0"], ids=["helper", "no helper"])
def test_it_becomes_part_of_an_error(helper: str, tmp_path: Path) -> None:
    code, lines = compiled(tmp_path, REFUSED, helper)
    assert (code, lines[0]) == (9, "error: thread-local variable @t: PTX has no thread-local storage")
    assert lines[3] == f"  | {PRINTED}"


SLOW_TO_END = """
import os, time
from opencicc.llvm import preload, stderr_capture
import _thread

preload._loading = _thread.allocate_lock()
preload._loading.acquire()
_thread.start_new_thread(preload._load, (lambda *_: time.sleep(0.3), b"", preload._loading))
with stderr_capture.Capture(1):
    os.write(2, b"printed")
print(stderr_capture.take(1))
"""


def test_the_thread_that_loads_libllvm_is_waited_for() -> None:
    """On a busy machine it is still there when the first call runs."""
    done = subprocess.run([sys.executable, "-c", SLOW_TO_END], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "printed\n", "")
