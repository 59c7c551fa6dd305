"""NVVM's rules give the verdicts of the real library, module by module, and name the place of every fault."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from opencicc.errors import CompilerError
from opencicc.llvm.ir import Context
from opencicc.passes.verify import find_violations
from tests.strict.nvvm_modules import EVERY, MODULES, whole

HERE = Path(__file__).parent


def find_library() -> Path | None:
    return next((p for entry in sys.path for p in Path(entry or ".").glob("nvidia/cu1[3-9]/lib/libnvvm.so*")), None)


@pytest.fixture(scope="module")
def verdicts() -> dict[str, bool]:
    library = find_library()
    if library is None:
        pytest.skip("needs libNVVM, which the wheel nvidia-nvvm brings")
    command = [sys.executable, str(HERE / "ask_libnvvm.py"), str(library)]
    asked = subprocess.run(command, input=json.dumps(EVERY), capture_output=True, text=True, check=False)
    return dict(json.loads(line) for line in asked.stdout.splitlines())


def accepts(text: str) -> bool:
    """Our verdict: LLVM's reader and verifier first, as in the library, then NVVM's rules."""
    with Context() as context:
        try:
            module = context.parse(text.encode())
        except CompilerError:
            return False
        return not module.verify() and not any(not v.is_warning for v in find_violations(module, 90))


def test_the_library_answers_for_every_module(verdicts: dict[str, bool]) -> None:
    assert set(verdicts) == set(EVERY)
    assert sum(verdicts.values()) > 60 and sum(not verdict for verdict in verdicts.values()) > 60


@pytest.mark.parametrize("name", EVERY)
def test_same_verdict(name: str, verdicts: dict[str, bool]) -> None:
    assert accepts(EVERY[name]) == verdicts[name]


def violations(name: str) -> list[str]:
    with Context() as context:
        return [str(violation) for violation in find_violations(context.parse(whole(MODULES[name]).encode()), 90)]


def test_all_faults_are_named_with_function_and_instruction() -> None:
    assert violations("two faults") == [
        "function @f: function attribute ssp is not supported",
        "function @f: atomic loads and stores are not supported\n  %r = load atomic i32, ptr %p monotonic, align 4",
    ]


def test_what_only_descriptions_refuse_is_a_warning() -> None:
    with Context() as context:
        (found,) = find_violations(context.parse(whole(MODULES["narrow result"]).encode()), 90)
    assert found.is_warning and "returns an integer of less than 32 bits" in found.what


def test_the_source_line_is_named() -> None:
    text = whole(
        "define void @f(ptr %p) !dbg !3 {\n  %r = load atomic i32, ptr %p monotonic, align 4, !dbg !5\n  ret void\n}\n"
        '!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n'
        "!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: FullDebug)\n"
        '!2 = !DIFile(filename: "k.cu", directory: "/")\n'
        '!3 = distinct !DISubprogram(name: "f", file: !2, line: 1, unit: !1, spFlags: DISPFlagDefinition)\n'
        "!5 = !DILocation(line: 7, column: 5, scope: !3)\n"
    )
    with Context() as context:
        (found,) = find_violations(context.parse(text.encode()), 90)
    assert found.place == "function @f at k.cu:7:5"
