"""Sizes and choices, without LLVM; the size rules against LLVM's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencicc.link.symbols import Symbol, choose, find_size_mismatches, size_bytes
from opencicc.llvm.ir import Context
from opencicc.llvm.library import load
from tests.link.link_helpers import HEADER

SCALARS = ["i1", "i8", "i16", "i24", "i32", "i33", "i64", "i65", "i128", "half", "bfloat", "float", "double", "ptr"]


def types() -> st.SearchStrategy[str]:
    elements = st.sampled_from(SCALARS)
    vectors = st.builds("<{} x {}>".format, st.integers(1, 9), st.sampled_from([s for s in SCALARS if s != "ptr"]))
    return st.recursive(
        elements | vectors,
        lambda inner: st.one_of(
            st.builds("[{} x {}]".format, st.integers(0, 5), inner),
            st.lists(inner, min_size=1, max_size=4).map(lambda fields: "{ " + ", ".join(fields) + " }"),
            st.lists(inner, min_size=1, max_size=4).map(lambda fields: "<{ " + ", ".join(fields) + " }>"),
        ),
        max_leaves=6,
    )


@given(types())
def test_sizes_are_llvm_s(text):
    with Context() as context:
        module = context.parse(f"{HEADER}@g = external addrspace(1) global {text}\n".encode())
        type_ = module.global_variable("g").value_type
        lib = load()
        assert size_bytes(type_) == lib.LLVMABISizeOfType(lib.LLVMGetModuleDataLayout(module.ref), type_.ref)


def test_two_definitions_are_the_linker_s_business():
    pair = [Symbol("g", "a", 4, False), Symbol("g", "b", 8, False)]
    assert find_size_mismatches(pair) == []


def test_each_symbol_is_compared_with_the_first():
    symbols = [
        Symbol("g", "a", 4, True),
        Symbol("g", "b", 8, False),
        Symbol("g", "c", 8, True),
        Symbol("h", "c", 1, True),
    ]
    messages = find_size_mismatches(symbols)
    assert [message.split(" in ")[1][:1] for message in messages] == ["b", "c"]


USER = {"undefined": False, "defined": True, "unknown": False}


@pytest.mark.parametrize(("override", "overridden"), [(False, ()), (True, ("defined",))])
def test_only_undefined_names_are_wanted_and_definitions_give_way_only_to_builtins(override, overridden):
    choice = choose(USER, {"undefined", "defined", "other"}.__contains__, override=override)
    assert choice.wanted == ("undefined",)
    assert choice.overridden == overridden
