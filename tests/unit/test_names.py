"""Names as people read them."""

from __future__ import annotations

import pytest

from opencicc import names


@pytest.mark.parametrize(
    ("mangled", "short", "whole"),
    [
        ("saxpy", "saxpy", "saxpy"),
        ("_Z5saxpyfPKfPf", "saxpy", "saxpy(float, float const*, float*)"),
        (
            "_ZN3foo6reduceIfLi256EEEvPKT_PS1_i",
            "reduce<float, 256>",
            "void foo::reduce<float, 256>(float const*, float*, int)",
        ),
        ("_ZN12_GLOBAL__N_14scanILi128EEEvPi", "scan<128>", "void (anonymous namespace)::scan<128>(int*)"),
        ("_ZN1AltERKS_", "A::operator<(A const&)", "A::operator<(A const&)"),
        ("_Zqqq", "_Zqqq", "_Zqqq"),
    ],
)
def test_the_three_styles(mangled: str, short: str, whole: str) -> None:
    assert names.shown(mangled) == short
    assert names.shown(mangled, names.WHOLE) == whole
    assert names.shown(mangled, names.MANGLED) == mangled


def test_long_template_arguments_are_left_out() -> None:
    assert names.short("void f<one::very::long::type, another::very::long::type>(int)") == "f<...>"


def test_names_that_would_look_alike_are_shown_whole() -> None:
    shown = names.shown_all(["_Z1fi", "_Z1ff", "_Z1gi"])
    assert shown == {"_Z1fi": "f(int)", "_Z1ff": "f(float)", "_Z1gi": "g"}
