"""Threads, forks, crashes and the end of the interpreter: no deadlock, no wrong answer, never success after a failure."""

from __future__ import annotations

import os
import subprocess

import pytest

from opencicc.llvm import helper
from opencicc.nvvm import activation
from tests.nvvm.conftest import run_python
from tests.nvvm.programs import GOOD
from tests.nvvm.test_nvvm_clients import client, run_client, source  # noqa: F401 (fixtures)

WORKER = "OPENCICC_NVVM_WORKER"
PRELUDE = f"""
import ctypes, os, signal, sys, threading
library = ctypes.CDLL({activation.library_path()!r})
GOOD = {GOOD!r}.encode()

def compile(text=GOOD, *options, adds=()):
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    library.nvvmCreateProgram(ctypes.byref(program))
    library.nvvmAddModuleToProgram(program, text, ctypes.c_size_t(len(text)), b"m")
    words = [b"-arch=compute_90", *options]
    code = library.nvvmCompileProgram(program, len(words), (ctypes.c_char_p * len(words))(*words))
    what = "CompiledResult" if not code else "ProgramLog"
    getattr(library, "nvvmGet" + what + "Size")(program, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(size.value)
    getattr(library, "nvvmGet" + what)(program, buffer)
    library.nvvmDestroyProgram(ctypes.byref(program))
    return code, buffer.value.decode(errors="replace")
"""


def run(script: str, timeout: int = 120, worker: str = "") -> str:
    done = run_python("-c", PRELUDE + script, timeout=timeout, **({WORKER: worker} if worker else {}))
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.fixture(autouse=True)
def built(our_library) -> None:
    """All of these are about the C library."""


@pytest.fixture
def library(our_library) -> str:
    return our_library


THREADS = """
kinds = [GOOD.replace(b"i32 1, i32*", b"i32 %d, i32*" % number) for number in range(10, 14)]
expected = [compile(kind) for kind in kinds]
assert len(set(expected)) == 4 and not any(code for code, _ in expected)
wrong = []
def work(mine):
    for turn in range({turns}):
        number = (turn + mine) % 4
        if turn % 10 == 9:
            if compile(GOOD, b"-x")[0] != 7: wrong.append("option")
        elif compile(kinds[number]) != expected[number]:
            wrong.append(number)
threads = [threading.Thread(target=work, args=(mine,)) for mine in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(wrong))
"""


def test_four_threads_of_two_hundred_programs() -> None:
    assert run(THREADS.format(turns=200), timeout=280) == "0\n"


def test_four_threads_with_workers() -> None:
    assert run(THREADS.format(turns=40), timeout=280, worker="1") == "0\n"


def test_c_program_with_threads(client, source) -> None:  # noqa: F811
    done = run_client(client, source, "-arch=compute_90", "4", "25")
    assert (done.returncode, done.stdout) == (0, "100\n"), done.stderr


def test_c_program_that_forks(client, source) -> None:  # noqa: F811
    done = run_client(client, source, "-arch=compute_90", "fork")
    assert done.stdout == "1 0\n", done.stderr


FORK = """
stop = []
def work():
    while not stop: assert compile()[0] == 0
thread = threading.Thread(target={target})
expected = compile()
thread.start()
for _ in range({forks}):
    child = os.fork()
    if not child:
        signal.alarm(60)
        os._exit(compile() != expected)
    assert os.waitpid(child, 0)[1] == 0
stop.append(1)
thread.join()
print("all")
"""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_fork_while_nothing_runs() -> None:
    assert run(FORK.format(target="lambda: None", forks=3)) == "all\n"


def test_fork_amid_a_compile() -> None:
    """A lock of libLLVM that another thread holds would never come free in the child: it asks a worker."""
    assert run(FORK.format(target="work", forks=3)) == "all\n"


def test_fork_with_workers() -> None:
    assert run(FORK.format(target="work", forks=3), worker="1") == "all\n"


def test_compile_in_atexit_and_while_the_interpreter_ends() -> None:
    script = """
import atexit
class Late:
    def __del__(self):
        code, text = self.compile()
        os.write(1, b"late %d %d\\n" % (code, ".entry k(" in text))
late = Late(); late.compile = compile
atexit.register(lambda: os.write(1, b"atexit %d\\n" % compile()[0]))
"""
    assert sorted(run(script).split("\n")) == ["", "atexit 0", "late 0 1"]


def test_a_thread_that_compiles_when_the_interpreter_ends() -> None:
    script = """
def work():
    while True: compile()
threading.Thread(target=work, daemon=True).start()
import time; time.sleep(0.5)
print("end")
"""
    assert run(script) == "end\n"


def test_a_worker_that_dies_is_an_error_and_the_next_call_works() -> None:
    script = """
assert compile()[0] == 0
import subprocess
worker = subprocess.run(["pgrep", "-P", str(os.getpid()), "-f", "opencicc.nvvm.worker"], capture_output=True, text=True).stdout.split()
assert len(worker) == 1
os.kill(int(worker[0]), signal.SIGSTOP)
answers = []
thread = threading.Thread(target=lambda: answers.append(compile()))
thread.start()
import time; time.sleep(0.3)
os.kill(int(worker[0]), signal.SIGKILL)
thread.join()
print(answers[0][0], "ended before it answered" in answers[0][1])
print(compile()[0])
"""
    assert run(script, worker="1") == "9 True\n0\n"


def test_a_worker_that_died_idle_is_replaced() -> None:
    script = """
assert compile()[0] == 0
import subprocess
worker = subprocess.run(["pgrep", "-P", str(os.getpid()), "-f", "opencicc.nvvm.worker"], capture_output=True, text=True).stdout.split()
os.kill(int(worker[0]), signal.SIGKILL)
import time; time.sleep(0.2)
print(compile()[0])
"""
    assert run(script, worker="1") == "0\n"


@pytest.mark.parametrize("worker", ["", "1"])
def test_a_crash_inside_a_compile(worker: str) -> None:
    """An input that libLLVM does not survive: an error here, and the process compiles on."""
    script = """
expression = b"sub(i64 ptrtoint(i64* @g to i64), i64 " * 60000 + b"0" + b")" * 60000
deep = GOOD.replace(b"define", b"@g = global i64 0\\ndefine i64 @f(i64 %x) { %a = add i64 %x, " + expression + b"\\n ret i64 %a }\\ndefine", 1)
code, log = compile(deep)
print(code in (6, 9), bool(log))
print(compile()[0])
"""
    if helper.load() is None:
        pytest.skip(
            f"without the native helper the reader's stack is larger, and it survives this: {helper.describe()}"
        )
    assert run(script, worker=worker) == "True True\n0\n"


def test_no_interpreter_is_an_error_with_its_remedy(client, source, tmp_path) -> None:  # noqa: F811
    environment = {**os.environ, "OPENCICC_PYTHON": str(tmp_path / "nothing")}
    command = [*client, source, "-arch=compute_90"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert done.returncode == 2 and done.stdout.startswith("9 ") and "OPENCICC_PYTHON" in done.stdout


def test_an_interpreter_that_does_not_answer_is_an_error(client, source, tmp_path) -> None:  # noqa: F811
    liar = tmp_path / "python"
    liar.write_text("#!/bin/sh\nexit 0\n")
    liar.chmod(0o755)
    environment = {**os.environ, "OPENCICC_PYTHON": str(liar)}
    command = [*client, source, "-arch=compute_90"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert done.returncode == 2 and done.stdout.startswith("9 "), done.stdout


def test_the_library_links_nothing_of_python() -> None:
    said = subprocess.run(["ldd", activation.library_path()], capture_output=True, text=True, check=False).stdout
    assert "python" not in said


def test_the_calls_with_null_pointers() -> None:
    script = """
null = ctypes.c_void_p()
print(library.nvvmCreateProgram(None), library.nvvmDestroyProgram(None), library.nvvmCompileProgram(null, 0, None))
program = ctypes.c_void_p(); library.nvvmCreateProgram(ctypes.byref(program))
print(library.nvvmAddModuleToProgram(program, None, ctypes.c_size_t(5), b"m"), library.nvvmGetProgramLogSize(program, None))
print(library.nvvmAddModuleToProgram(program, GOOD, ctypes.c_size_t(len(GOOD)), None))
print(library.nvvmCompileProgram(program, 1, None), library.nvvmCompileProgram(program, -1, None))
print(library.nvvmLLVMVersion(None, None), library.nvvmVersion(None, None))
"""
    assert run(script) == "5 5 5\n4 4\n0\n7 7\n4 4\n"
