"""LLVM's optimization remarks and diagnostics in our trace, with and without the native helper."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
import yaml

import opencicc
from opencicc.llvm import helper
from opencicc.llvm.ir import Context
from opencicc.llvm.native import TargetMachine, run_passes
from opencicc.target import Target
from tests.shell import opencicc as command
from tests.support import EXAMPLES

INLINED = """\
target triple = "nvptx64-nvidia-cuda"
define internal i32 @callee(i32 %x) !dbg !4 {
  %y = mul i32 %x, %x, !dbg !6
  ret i32 %y, !dbg !6
}
declare i32 @outside(i32)
define ptx_kernel void @k(ptr %p, i32 %x) !dbg !7 {
  %y = call i32 @callee(i32 %x), !dbg !8
  %z = call i32 @outside(i32 %y), !dbg !9
  store i32 %z, ptr %p, !dbg !9
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "callee", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 2, column: 3, scope: !4)
!7 = distinct !DISubprogram(name: "k", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 6, column: 7, scope: !7)
!9 = !DILocation(line: 7, column: 9, scope: !7)
"""


def remarks_of(passes: str) -> list[tuple[str, ...]]:
    """What LLVM's own passes say, with the helper's fields."""
    with Context(with_remarks=True) as context:
        module = context.parse(INLINED.encode())
        with TargetMachine(Target(90), 3) as machine:
            run_passes(module, passes, machine)
        return [(r.kind, r.pass_name, r.name, r.function, r.location, r.message) for r in context.remarks]


def test_remarks_have_all_fields_with_the_helper() -> None:
    if helper.load() is None:
        pytest.skip(helper.describe())
    found = remarks_of("cgscc(inline)")
    passed = [r for r in found if r[0] == "passed"]
    assert passed[0][:5] == ("passed", "inline", "Inlined", "k", "k.cu:6:7")
    assert passed[0][5].startswith("'callee' inlined into 'k'")
    missed = [r for r in found if r[0] == "missed"]
    assert missed[0][1:5] == ("inline", "NoDefinition", "k", "k.cu:7:9")


def test_remarks_have_place_and_message_without_the_helper() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import test_llvm_remarks as t; "
        "print([r[4:] for r in t.remarks_of('cgscc(inline)')])"
    )
    tests = os.path.dirname(os.path.abspath(__file__))
    path = os.pathsep.join([os.path.dirname(os.path.dirname(tests)), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "OPENCICC_NATIVE_HELPER": "0", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", code, tests], capture_output=True, text=True, env=environment)
    assert "('k.cu:6:7', \"'callee' inlined into 'k'" in done.stdout, done.stdout + done.stderr


def test_a_context_that_did_not_ask_gets_none() -> None:
    with Context() as context:
        module = context.parse(INLINED.encode())
        with TargetMachine(Target(90), 3) as machine:
            run_passes(module, "cgscc(inline)", machine)
        assert context.remarks == []


def test_warnings_are_kept_as_diagnostics() -> None:
    text = (
        'define void @f() {\n  ret void\n}\n!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 1}\n'
    )
    with Context() as context:
        context.parse((text + "!llvm.dbg.cu = !{}\n").encode(), "old.ll")
        assert [(d.severity, d.message) for d in context.diagnostics] == [
            ("warning", "ignoring debug info with an invalid version (1) in old.ll")
        ]


def test_a_compile_collects_llvms_remarks_when_somebody_reads_them() -> None:
    """Our own passes' remarks are always there; LLVM's cost time and are made on demand."""
    source = (EXAMPLES / "tiled_matmul.ll").read_text()
    unread = opencicc.compile(source, arch="sm_90").remarks
    read = opencicc.compile(source, arch="sm_90", options={"Rpass-analysis": ".*"}).remarks
    counted = "instructions in function"  # what LLVM's assembly printer says of each function
    assert not any(counted in remark.message for remark in unread)
    assert any(counted in remark.message for remark in read)
    assert {remark.remark for remark in read} <= {"passed", "missed", "analysis"}


def test_the_command_line_shows_and_writes_remarks(tmp_path: object) -> None:
    path = str(EXAMPLES / "tiled_matmul.ll")
    yaml_file = os.path.join(str(tmp_path), "r.yaml")
    outcome = command(
        path, "-arch=sm_90", "-o", "-", "-Rpass-analysis=.*", "-Rpass=.*", "-Rpass-missed=.*", f"--remarks={yaml_file}"
    )
    assert outcome.code == 0, outcome.err
    assert ": remark: " in outcome.err
    documents = read_remarks(yaml_file)
    assert len(documents) == outcome.err.count(": remark: ") or helper.load() is None
    for kind, document in documents:
        assert kind in ("!Passed", "!Missed", "!Analysis")
        assert {"Pass", "Name", "Function", "Args"} <= set(document)


def read_remarks(path: str) -> list[tuple[str, dict[str, object]]]:
    """LLVM's remark files are YAML documents with a tag each."""

    class Loader(yaml.SafeLoader):
        pass

    Loader.add_multi_constructor("!", lambda loader, tag, node: ("!" + tag, loader.construct_mapping(node, deep=True)))
    with open(path) as file:
        return list(yaml.load_all(file, Loader))
