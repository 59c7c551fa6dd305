"""Other people's programs, unmodified, through our library and through NVIDIA's: C, ctypes, cuda.bindings, cuda.core, Numba."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from opencicc import tools
from opencicc.nvvm import activation, nvidia
from tests.nvvm.conftest import ROOT, run_python
from tests.nvvm.programs import GOOD, PROGRAMS
from tests.nvvm.record_answers import ask

INCLUDES = ROOT / "src" / "opencicc" / "nvvm" / "include"
BINDINGS = """
from cuda.bindings import nvvm
source = open({source!r}, "rb").read()
program = nvvm.create_program()
nvvm.add_module_to_program(program, source, len(source), "m")
nvvm.verify_program(program, 1, ["-arch=compute_90"])
nvvm.compile_program(program, 1, ["-arch=compute_90"])
ptx = bytearray(nvvm.get_compiled_result_size(program))
nvvm.get_compiled_result(program, ptx)
try:
    nvvm.compile_program(program, 1, ["-x"])
except nvvm.nvvmError as error:
    log = bytearray(nvvm.get_program_log_size(program))
    nvvm.get_program_log(program, log)
    print(error, log.decode())
nvvm.destroy_program(program)
print(nvvm.version(), nvvm.ir_version())
print(ptx.decode())
"""
CORE = """
from cuda.core import Program, ProgramOptions
source = open({source!r}).read()
program = Program(source, code_type="nvvm", options=ProgramOptions(arch="sm_90"))
print(program.compile("ptx").code.decode())
"""
# Asks for every architecture of NVIDIA's newest tools: libLLVM 22 has not heard of compute_107.
OTHER_ARCHITECTURES = {"numba.cuda.tests.cudadrv.test_nvvm_driver.TestNvvmDriver.test_nvvm_support"}
PLACES = "print([line.split()[-1] for line in open('/proc/self/maps') if 'libnvvm.so' in line][0])\n"


def ptxas_accepts(text: str, folder: Path) -> bool:
    # The newest there is: NVIDIA's library writes the PTX of its own release.
    newest = Path(nvidia.find()).parent.parent / "bin" / "ptxas"
    assembler = str(newest) if newest.exists() else tools.find_tool("ptxas")
    if not assembler:
        pytest.skip("ptxas was not found")
    path = folder / "kernel.ptx"
    path.write_text(text.rstrip("\0\n") + "\n")
    command = [assembler, "-arch=sm_90", str(path), "-o", os.devnull]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "kernel.ll"
    path.write_text(GOOD)
    return str(path)


@pytest.fixture
def client(library: str, tmp_path: Path) -> list[str]:
    """The C program, linked against a library; its environment needs an interpreter to start ours with."""
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if compiler is None:
        pytest.skip("no C compiler")
    program = tmp_path / "client"
    command = [
        compiler,
        f"-I{INCLUDES}",
        str(ROOT / "tests/nvvm/client.c"),
        library,
        f"-Wl,-rpath,{Path(library).parent}",
    ]
    subprocess.run([*command, "-pthread", "-o", str(program)], check=True)
    return [str(program)]


def run_client(client: list[str], *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "OPENCICC_PYTHON": sys.executable}
    return subprocess.run([*client, *words], capture_output=True, text=True, env=environment, timeout=300, check=False)


def test_c_program(client, source, tmp_path) -> None:
    done = run_client(client, source, "-arch=compute_90")
    assert done.returncode == 0, done.stderr + done.stdout
    assert ".entry k(" in done.stdout and ".target sm_90" in done.stdout
    assert ptxas_accepts(done.stdout, tmp_path)


def test_c_program_reads_the_log(client, source) -> None:
    done = run_client(client, source, "-x")
    assert (done.returncode, done.stdout) == (2, "7 libnvvm : error: -x is an unsupported option\n")


def test_ctypes(library, tmp_path) -> None:
    loaded = ctypes.CDLL(library)
    assert ask(loaded, PROGRAMS["a kernel"], "Verify")[:2] == (0, "")
    code, log, size = ask(loaded, PROGRAMS["a kernel"], "Compile")
    assert (code, log) == (0, "") and size > 100


def run_script(text: str, library: str, tmp_path: Path) -> str:
    """A script with our library active, or with NVIDIA's as it would find it."""
    path = tmp_path / "script.py"
    path.write_text(text + PLACES)
    starter = ["-m", "opencicc.nvvm.execute"] if library == activation.library_path() else []
    done = run_python(*starter, str(path))
    assert done.returncode == 0, done.stderr
    assert os.path.samefile(done.stdout.splitlines()[-1], library)
    return "\n".join(done.stdout.splitlines()[:-1])


def test_cuda_bindings(library, source, tmp_path) -> None:
    pytest.importorskip("cuda.bindings")
    said = run_script(BINDINGS.format(source=source), library, tmp_path)
    error, versions, ptx = said.split("\n", 2)
    assert "ERROR_INVALID_OPTION" in error and "-x is an unsupported option" in error
    assert versions == "(2, 0) (2, 0, 3, 2)"
    assert ".entry k(" in ptx and ptxas_accepts(ptx, tmp_path)


def test_cuda_core(library, source, tmp_path) -> None:
    pytest.importorskip("cuda.core")
    said = run_script(CORE.format(source=source), library, tmp_path)
    assert ".entry k(" in said and ptxas_accepts(said, tmp_path)


def test_numba(library, tmp_path) -> None:
    """Every kernel compiles without a warning, and ptxas takes the PTX."""
    pytest.importorskip("numba_cuda")
    starter = ["-m", "opencicc.nvvm.execute"] if library == activation.library_path() else []
    done = run_python(*starter, str(ROOT / "tests/nvvm/compile_numba.py"), str(tmp_path))
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert [os.path.realpath(path) for path in said["libraries"]] == [os.path.realpath(library)]
    assert len(said["outcomes"]) >= 40
    assert {name: outcome for name, outcome in said["outcomes"].items() if outcome} == {}
    refused = [name for name in said["outcomes"] if not ptxas_accepts((tmp_path / f"{name}.ptx").read_text(), tmp_path)]
    assert refused == []
    lines, debug = ((tmp_path / f"{name}.ptx").read_text() for name in ("with_lines", "with_debug"))
    assert ".loc" in lines and ", debug" not in lines
    assert ".loc" in debug and ", debug" in debug


@pytest.mark.slow
def test_numbas_own_tests_have_the_same_verdicts(our_library, their_library) -> None:
    """Those that need no GPU, or only a device's name: 369 of them. compare_numba.py runs all there are."""
    pytest.importorskip("numba_cuda")
    script = str(ROOT / "tests/nvvm/numba_own_tests.py")
    verdicts = []
    for starter in (["-m", "opencicc.nvvm.execute"], []):
        done = run_python(*starter, script, timeout=900)
        assert done.returncode == 0, done.stderr
        verdicts.append(json.loads(done.stdout.splitlines()[-1]))
    ours, theirs = verdicts
    assert {
        name: (said, theirs[name])
        for name, said in ours.items()
        if said.split(":")[0] != theirs[name].split(":")[0] and name not in OTHER_ARCHITECTURES
    } == {}
    assert sum(said == "ok" for said in ours.values()) >= 340


def test_deactivate_before_anybody_looked(our_library, tmp_path) -> None:
    done = run_python(
        "-c", f"import opencicc.activate as a; print(a.is_active(), a.deactivate(), a.is_active())\n{PLACES}"
    )
    assert done.stdout.startswith("True True False") and "IndexError" in done.stderr


def test_activation_after_theirs_was_loaded_is_refused(our_library, their_library) -> None:
    done = run_python("-c", f"import ctypes; ctypes.CDLL({their_library!r}); import opencicc.activate")
    assert done.returncode and "libNVVM is in use in this process already" in done.stderr


def test_without_the_c_library_the_python_module_is_replaced(source, tmp_path) -> None:
    pytest.importorskip("cuda.bindings")
    start = "from opencicc.nvvm import activation\nactivation.library_path = lambda: ''\nactivation.activate()\n"
    end = "activation.deactivate()\nfrom cuda.bindings import nvvm\nprint(nvvm.__name__)\n"
    done = run_python("-c", start + BINDINGS.format(source=source) + end)
    assert done.returncode == 0, done.stderr
    assert ".entry k(" in done.stdout and done.stdout.endswith("cuda.bindings.nvvm\n")


def test_exec_runs_scripts_modules_and_programs(our_library, source, tmp_path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import sys\nprint(sys.argv[1:], __name__)\n" + PLACES + "sys.exit(3)\n")
    done = run_python("-m", "opencicc", "exec", str(script), "a", "b")
    assert done.returncode == 3 and done.stdout == f"['a', 'b'] __main__\n{our_library}\n"
    done = run_python("-m", "opencicc", "exec", "-m", "platform", "--terse")
    assert done.returncode == 0 and done.stdout
    done = run_python("-m", "opencicc", "exec", "sh", "-c", "echo $LD_LIBRARY_PATH")
    assert done.stdout.startswith(str(Path(our_library).parent))
    done = run_python("-m", "opencicc", "exec", "no-such-program-here")
    assert done.returncode == 4 and "no such program" in done.stderr
