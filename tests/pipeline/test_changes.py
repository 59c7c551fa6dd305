"""What --print-changed shows of a step: which functions, their sizes, and whose."""

from __future__ import annotations

import pytest

from opencicc.pipeline.run import changes

BEFORE = """@g = global i32 0

define void @"odd name"() {
  ret void
}

define i32 @_Z5twiceIiET_S0_(i32 %x) {
entry:
  switch i32 %x, label %end [
    i32 1, label %one
  ]

one:                                              ; preds = %entry
    #dbg_value(i32 %x, !1, !2, !3)
  br label %end

end:
  ret i32 %x
}

attributes #0 = { nounwind }
"""
AFTER = BEFORE.replace("  br label %end\n", "  %y = add i32 %x, 1\n  br label %end\n")


def test_a_text_is_cut_into_its_functions() -> None:
    parts = changes.parts_of(BEFORE)
    assert set(parts) == {"odd name", "_Z5twiceIiET_S0_", changes.MODULE}
    assert parts["odd name"] == 'define void @"odd name"() {\n  ret void\n}\n'
    assert "@g = global" in parts[changes.MODULE] and "attributes #0" in parts[changes.MODULE]
    assert "define" not in parts[changes.MODULE]


def test_only_what_differs_is_a_change_with_its_sizes() -> None:
    (change,) = changes.changes(BEFORE, AFTER)
    # switch, br and ret: the case, the bracket and the debug record are no instructions.
    assert changes.heading(change, 7, "short") == "step 7, twice<int>: 3 -> 4 instructions, 3 blocks"
    assert [line for line in change.diff.splitlines() if line[0] in "+-"][2:] == ["+  %y = add i32 %x, 1"]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (BEFORE, BEFORE + "define void @new() {\n  ret void\n}\n", "step 1, new: new, 1 instructions"),
        (BEFORE + "define void @old() {\n  ret void\n}\n", BEFORE, "step 1, old: removed, 1 instructions"),
        (BEFORE, BEFORE.replace("global i32 0", "global i32 1"), "step 1, outside of functions"),
    ],
)
def test_what_comes_and_goes(before: str, after: str, said: str) -> None:
    assert [changes.heading(change, 1, "short") for change in changes.changes(before, after)] == [said]


def test_a_first_block_without_a_label_counts() -> None:
    assert changes.count_blocks("define void @f() {\n  ret void\n}\n") == 1
    assert changes.count_blocks("define void @f() {\n  br label %a\n\na:  ; preds = %0\n  ret void\n}\n") == 2


@pytest.mark.parametrize(
    ("wanted", "is_wanted"),
    [
        ((), True),
        (("_Z5twiceIiET_S0_",), True),
        (("twice<int>",), True),
        (("int twice<int>(int)",), True),
        (("tw*",), True),
        (("twic",), False),
        (("other", "twice*"), True),
    ],
)
def test_a_function_is_wanted_by_any_of_its_names(wanted: tuple[str, ...], is_wanted: bool) -> None:
    assert changes.is_wanted("_Z5twiceIiET_S0_", wanted) == is_wanted


def test_with_a_filter_the_rest_is_not_shown() -> None:
    assert changes.only_wanted(BEFORE, ("odd*",)) == changes.parts_of(BEFORE)["odd name"]
    assert changes.only_wanted(BEFORE, ()) == BEFORE
    assert changes.only_wanted(BEFORE, ("none",)) == ""
