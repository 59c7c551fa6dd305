"""Which NVVM IR version tuples are taken."""

import pytest

from opencicc.errors import VersionMismatchError
from opencicc.link.version import find_mismatch
from opencicc.llvm.ir import Context
from tests.link.link_helpers import HEADER, KERNEL, link, version

DEBUG_INFO = """
define void @f() !dbg !4 { ret void }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, isOptimized: false, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
"""


@pytest.mark.parametrize("numbers", [(2, 0), (2, 1), (2, 0x62), (2, 0, 3, 0), (2, 0, 3, 2), (2, 5, 3, 1)])
def test_compatible_versions_pass(numbers):
    assert find_mismatch([numbers], needs_debug=False) == ""


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ((1, 0), "IR version 1.0"),
        ((2, 0x63), "IR version 2.99"),
        ((3, 0), "IR version 3.0"),
        ((2, 0, 3, 3), "debug metadata version 3.3"),
        ((2, 0, 4, 0), "debug metadata version 4.0"),
        ((2, 0, 2, 0), "debug metadata version 2.0"),
        ((2,), "1 numbers; expected 2 or 4"),
        ((2, 0, 3), "3 numbers; expected 2 or 4"),
    ],
)
def test_other_versions_are_refused_with_the_reason(numbers, reason):
    assert reason in find_mismatch([numbers], needs_debug=False)


def test_a_wrong_tuple_among_right_ones_is_found():
    assert "9.0" in find_mismatch([(2, 0), (2, 0), (9, 0)], needs_debug=False)


def test_each_unique_tuple_is_checked_once(monkeypatch):
    checked = []
    monkeypatch.setattr("opencicc.link.version.is_ir_version_compatible", lambda *v: checked.append(v) or True)
    find_mismatch([(2, 0), (2, 1), (2, 0), (2, 1), (2, 0)], needs_debug=False)
    assert checked == [(2, 0), (2, 1)]


def test_debug_information_needs_a_debug_version():
    assert "4 numbers" in find_mismatch([(2, 0)], needs_debug=True)
    assert find_mismatch([(2, 0), (2, 0, 3, 2)], needs_debug=True) == ""


def test_a_mismatch_is_error_3_with_cicc_s_words():
    with Context() as context, pytest.raises(VersionMismatchError) as caught:
        link(context, HEADER + KERNEL + version(9, 0))
    assert caught.value.what == (
        "a: error: incompatible IR detected. Possible mix of compiler/IR from different releases."
    )
    assert caught.value.exit_code == 3
    assert "IR version 9.0" in caught.value.at


def test_the_environment_switches_the_check_off(monkeypatch):
    monkeypatch.setenv("NVVM_IR_VER_CHK", "0")
    with Context() as context:
        assert link(context, HEADER + KERNEL + version(9, 0)).function("k")


@pytest.mark.parametrize("value", ["1", "", "no"])
def test_any_other_value_leaves_the_check_on(monkeypatch, value):
    monkeypatch.setenv("NVVM_IR_VER_CHK", value)
    with Context() as context, pytest.raises(VersionMismatchError):
        link(context, HEADER + KERNEL + version(9, 0))


def test_the_setting_wins_over_the_environment(monkeypatch):
    monkeypatch.setenv("NVVM_IR_VER_CHK", "0")
    with Context() as context, pytest.raises(VersionMismatchError):
        link(context, HEADER + KERNEL + version(9, 0), version_check=True)


def test_debug_gate_needs_debug_mode_debug_information_and_a_two_number_version():
    with Context() as context:
        assert link(context, HEADER + DEBUG_INFO + version(2, 0))
        assert link(context, HEADER + DEBUG_INFO + version(2, 0, 3, 2), debug=True)
        assert link(context, HEADER + KERNEL + version(2, 0), debug=True)
        with pytest.raises(VersionMismatchError, match="incompatible IR"):
            link(context, HEADER + DEBUG_INFO + version(2, 0), debug=True)


def test_a_module_without_a_version_is_taken():
    with Context() as context:
        assert link(context, HEADER + DEBUG_INFO, debug=True)


def test_every_module_s_version_is_checked():
    with Context() as context, pytest.raises(VersionMismatchError, match="^b: error"):
        link(context, HEADER + KERNEL + version(2, 0), HEADER + version(3, 0))
