"""The same module gives the same bytes: in every process, and every time in one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from opencicc.compiler import variable_order
from tests.shell import opencicc
from tests.support import EXAMPLES, assemble

TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'
KERNEL = """
define ptx_kernel void @k(ptr %p, i32 %i) {
  %slot = getelementptr ptr, ptr addrspace(1) @table, i32 %i
  %entry = load ptr, ptr addrspace(1) %slot
  store ptr %entry, ptr %p
  ret void
}
"""
COUNT = 24


def string_table() -> str:
    """A table of strings that come after it."""
    entries = ", ".join(f"ptr addrspacecast (ptr addrspace(1) @s{n} to ptr)" for n in reversed(range(COUNT)))
    strings = "".join(f'@s{n} = private addrspace(1) constant [4 x i8] c"s{n:02}\\00"\n' for n in range(COUNT))
    return f"{TRIPLE}@table = addrspace(1) constant [{COUNT} x ptr] [{entries}]\n{strings}{KERNEL}"


def class_tables() -> str:
    """Tables of functions, whose descriptions name strings and other descriptions."""
    lines = [f"@table = addrspace(1) global [{COUNT} x ptr] ["]
    lines.append(", ".join(f"ptr addrspacecast (ptr addrspace(1) @class{n} to ptr)" for n in range(COUNT)) + "]")
    for n in range(COUNT):
        base = f"ptr addrspacecast (ptr addrspace(1) @about{(n * 7) % COUNT if n else COUNT} to ptr)"
        lines.append(
            f"@class{n} = addrspace(1) constant {{ ptr, ptr }} "
            f"{{ ptr addrspacecast (ptr addrspace(1) @about{n} to ptr), ptr @member{n % 3} }}"
        )
        lines.append(
            f"@about{n} = addrspace(1) constant {{ ptr, ptr }} "
            f"{{ ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(1) @name{n} to ptr), i64 1), "
            f"{base if (n * 7) % COUNT > n or not n else 'ptr ' + 'null'} }}"
        )
        lines.append(f'@name{n} = private addrspace(1) constant [4 x i8] c"n{n:02}\\00"')
    lines.append(f"@about{COUNT} = external addrspace(1) global [2 x ptr]")
    members = "".join(f"define void @member{n}() {{ ret void }}\n" for n in range(3))
    return TRIPLE + "\n".join(lines) + "\n" + members + KERNEL


MODULES = {"string table": string_table(), "class tables": class_tables()}


def bytes_of_processes(text: str, folder: Path, count: int) -> set[bytes]:
    """What several processes write, each with its hashes and, by a longer name, its memory elsewhere."""
    written = set()
    for seed in range(count):
        source = folder / ("k" * (1 + 40 * seed) + ".ll")
        source.write_text(text)
        command = [sys.executable, "-m", "opencicc", str(source), "-arch=sm_90", "-o", "-", "--device-c"]
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        done = subprocess.run(command, capture_output=True, check=False, env=environment)
        assert done.returncode == 0, done.stderr.decode()
        written.add(done.stdout)
    return written


@pytest.mark.parametrize("text", MODULES.values(), ids=MODULES)
def test_several_processes_write_the_same_bytes(text: str, tmp_path: Path) -> None:
    assert len(bytes_of_processes(text, tmp_path, 6)) == 1


@pytest.mark.parametrize("text", MODULES.values(), ids=MODULES)
def test_several_compiles_in_one_process_write_the_same_bytes(text: str) -> None:
    outcomes = [opencicc("-", "-arch=sm_90", "-o", "-", "--device-c", stdin=text.encode()) for _ in range(6)]
    assert {outcome.code for outcome in outcomes} == {0}, outcomes[0].err
    assert len({outcome.out for outcome in outcomes}) == 1
    assemble(outcomes[0].out, "sm_90")  # what an initialiser names is declared before it


def test_variables_follow_the_module_s_order() -> None:
    outcome = opencicc("-", "-arch=sm_90", "-o", "-", stdin=string_table().encode())
    names = [name for line in outcome.out.splitlines() if (name := variable_order.declared_name(line))]
    assert names == [*(f"s{n}" for n in range(COUNT)), "table"]


@pytest.mark.parametrize("name", ["variables.ll", "printf.ll", "interpreter.ll", "function_pointers.ll"])
def test_examples_are_the_same_in_several_processes(name: str, tmp_path: Path) -> None:
    assert len(bytes_of_processes((EXAMPLES / name).read_text(), tmp_path, 3)) == 1


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (".visible .global .align 8 .u64 table[6] = {f, e};", "table"),
        (".const .align 4 .u32 limit = 5;", "limit"),
        (".extern .shared .align 16 .b8 buffer[];", "buffer"),
        (".global .texref image;", "image"),
        (".version 9.0", ""),
        (".extern .func  (.param .b32 func_retval0) vprintf", ""),
        ("\tret;", ""),
        (";", ""),
    ],
)
def test_the_name_that_a_line_declares(line: str, name: str) -> None:
    assert variable_order.declared_name(line) == name


def test_a_name_that_is_also_a_word_of_ptx_ends_the_search() -> None:
    """`generic(x)` is an operator; a variable of that name looks like a circle."""
    text = ".global .u64 generic = x;\n.global .u64 x = generic(y);\n.global .u64 y = 1;\n\n{\n"
    assert variable_order.settle(text, ["generic", "x", "y"]).splitlines()[:2] == [
        ".global .u64 y = 1;",
        ".global .u64 x = generic(y);",
    ]
