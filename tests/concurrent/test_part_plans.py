"""Which functions are compiled together: by what they reach, in the module's order, whatever the number of workers."""

from __future__ import annotations

import pytest

from opencicc.compiler.concurrent.parts import plan_parts
from opencicc.compiler.concurrent.references import Symbol, read_symbols
from opencicc.llvm.ir import Context


def kernel(name: str, *refers_to: str, size: int = 10) -> Symbol:
    return Symbol(name, True, size, True, False, False, refers_to)


def helper(name: str, *refers_to: str, size: int = 10) -> Symbol:
    return Symbol(name, True, size, False, False, False, refers_to)


def state(name: str) -> Symbol:
    return Symbol(name, False, 0, False, True, False, ())


def plan(*symbols: Symbol, least: int = 10, most: int = 16) -> list[tuple[str, ...]]:
    return [part.owned for part in plan_parts({symbol.name: symbol for symbol in symbols}, least, most)]


def test_kernels_that_share_nothing_are_parts_of_their_own() -> None:
    assert plan(*(kernel(name) for name in "abcd")) == [("a",), ("b",), ("c",), ("d",)]


def test_small_kernels_join_until_they_are_worth_a_part() -> None:
    assert plan(*(kernel(name, size=4) for name in "abcdef")) == [("a", "b", "c"), ("d", "e", "f")]


def test_a_small_rest_goes_to_the_last_part() -> None:
    assert plan(kernel("a"), kernel("b"), kernel("c", size=2)) == [("a",), ("b", "c")]


def test_a_helper_counts_in_every_part_that_needs_it() -> None:
    parts = plan_parts({s.name: s for s in (kernel("a", "h"), kernel("b", "h"), helper("h", size=30))}, 10)
    assert [(part.owned, part.size) for part in parts] == [(("a",), 40), (("b",), 40)]


def test_state_ties_its_users_even_through_a_helper() -> None:
    symbols = state("counter"), helper("h", "counter"), kernel("a", "h"), kernel("b"), kernel("c", "counter")
    assert plan(*symbols) == [("a", "c"), ("b",)]


def test_no_more_parts_than_allowed() -> None:
    assert len(plan(*(kernel(f"k{n}") for n in range(400)), most=16)) <= 16


def test_a_visible_variable_belongs_to_its_first_user() -> None:
    table = Symbol("table", False, 0, True, False, False, ())
    unused = Symbol("unused", False, 0, True, False, False, ())
    assert plan(table, unused, kernel("a"), kernel("b", "table")) == [("a", "unused"), ("b", "table")]


MODULE = """
target triple = "nvptx64-nvidia-cuda"
@external = addrspace(1) global i32 1
@state = internal addrspace(1) global i32 0
@constant = internal constant i32 4
@array = internal addrspace(3) global [8 x i32] undef
@callbacks = addrspace(1) global ptr @kept_address
@llvm.used = appending global [1 x ptr] [ptr @used], section "llvm.metadata"
define internal void @used() { ret void }
define internal void @kept_address() { ret void }
define internal void @called() { ret void }
define weak void @weak_one() { ret void }
define linkonce_odr void @inline_one() { ret void }
define void @visible() { ret void }
define ptx_kernel void @k() {
  call void @called()
  store i32 1, ptr addrspace(1) @state
  store i32 1, ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @external, i64 0)
  ret void
}
"""


@pytest.fixture(scope="module")
def symbols() -> dict[str, Symbol]:
    with Context() as context:
        return read_symbols(context.parse(MODULE.encode()))


def test_what_the_output_must_have(symbols: dict[str, Symbol]) -> None:
    roots = {name for name, symbol in symbols.items() if symbol.is_root}
    assert roots == {"external", "callbacks", "used", "weak_one", "visible", "k"}


def test_what_there_may_be_one_of(symbols: dict[str, Symbol]) -> None:
    assert {name for name, symbol in symbols.items() if symbol.is_single} == {
        "state",
        "used",
        "kept_address",
        "weak_one",
    }


def test_references_go_through_constants(symbols: dict[str, Symbol]) -> None:
    assert set(symbols["k"].refers_to) == {"called", "state", "external"}
    assert symbols["callbacks"].refers_to == ("kept_address",)
