"""Finding libLLVM, and what is said when it is not there; the helper's switch."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from opencicc.llvm import helper, library


def run(code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **variables})


COMPILE = "import sys; from opencicc.cli.main import main; sys.exit(main(['-', '-o', '-']))"


def test_a_named_library_that_is_not_there() -> None:
    done = run(COMPILE, OPENCICC_LIBLLVM="/nonexistent/libLLVM.so")
    assert (done.returncode, done.stdout) == (9, "")
    assert done.stderr == (
        "error: libLLVM 22 not found\n"
        "  fix: Debian/Ubuntu: apt-get install libllvm22; macOS: brew install llvm@22; "
        "conda: conda install -c conda-forge libllvm22; or set OPENCICC_LIBLLVM to the library's path\n"
        "  | tried:\n"
        "  | /nonexistent/libLLVM.so: /nonexistent/libLLVM.so: cannot open shared object file: No such file or directory\n"
    )


def test_a_library_that_is_not_llvm() -> None:
    import ctypes.util

    other = ctypes.util.find_library("m")
    done = run(COMPILE, OPENCICC_LIBLLVM=str(other))
    assert done.returncode == 9
    assert f"  | {other}: " in done.stderr
    assert "LLVMGetVersion" in done.stderr


def test_every_place_is_named_when_none_has_it() -> None:
    code = (
        "import ctypes\nfrom opencicc.llvm import library\n"
        "def refuse(name): raise OSError(name + ': not here')\n"
        "ctypes.PyDLL = refuse\n"
        "try: library.load()\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    done = run(code, OPENCICC_LIBLLVM="", CONDA_PREFIX="/conda")
    assert done.stdout.startswith("ToolError libLLVM 22 not found")
    for place in library.candidates() if not os.environ.get("OPENCICC_LIBLLVM") else ():
        assert f"  | {place}: " in done.stdout
    assert "  | /conda/lib/libLLVM.so.22.1: " in done.stdout


def test_the_version_is_22() -> None:
    assert library.load().version[0] == 22
    assert library.version_text().startswith("22.")


def test_a_function_without_a_prototype_is_refused() -> None:
    with pytest.raises(AttributeError, match=r"LLVMShutdown has no prototype in llvm/prototypes\.py"):
        library.load().LLVMShutdown  # noqa: B018


def test_every_prototype_is_in_the_library() -> None:
    lib = library.load()
    from opencicc.llvm.prototypes import PROTOTYPES

    missing = [name for name in PROTOTYPES if not hasattr(lib._holding, name)]
    assert missing == []


def test_the_helper_can_be_switched_off() -> None:
    done = run("from opencicc.llvm import helper; print(helper.describe(), helper.load())", OPENCICC_NATIVE_HELPER="0")
    assert done.stdout == "native helper: not used (OPENCICC_NATIVE_HELPER=0) None\n"


def test_a_missing_helper_is_no_error() -> None:
    code = (
        "from opencicc.llvm import helper\nhelper.PATH = '/nonexistent/_helper.so'\n"
        "import opencicc\nprint(helper.describe())\n"
        "ir = 'target triple = \"nvptx64-nvidia-cuda\"\\ndefine ptx_kernel void @k() {\\n  ret void\\n}'\n"
        "print('.entry k' in opencicc.compile(ir).ptx)\n"
    )
    done = run(code, OPENCICC_NATIVE_HELPER="")
    assert done.stdout == (
        "native helper: not used (not built: no C++ compiler or no LLVM headers at installation)\nTrue\n"
    ), done.stderr


def test_a_helper_for_another_llvm_is_not_used(tmp_path: object) -> None:
    native = helper.load()
    if native is None:
        pytest.skip(helper.describe())

    class Other:
        version = (21, 1, 0)

    assert native.why_unusable(Other()) == f"it was built for LLVM {native.llvm_version}"  # type: ignore[arg-type]
