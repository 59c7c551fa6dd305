"""The seam to the native helper: one interface, two makers, one choice, and a true list of what only the helper knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from opencicc.llvm import edit_module, helper, scan
from opencicc.llvm.helper_services import HelperServices
from opencicc.llvm.ir import Context, Function
from opencicc.llvm.plain_services import PlainServices
from opencicc.llvm.services import ONLY_WITH_HELPER, Services, services

ROOT = Path(__file__).resolve().parent.parent.parent
LISTED = {member for members, _, _ in ONLY_WITH_HELPER for member in members}


def public(maker: type) -> set[str]:
    return {name for name in vars(maker) if not name.startswith("_")}


def test_the_helper_is_asked_for_in_one_place() -> None:
    files = [path for path in (ROOT / "src").rglob("*.py") if re.search(r"\bhelper\.load\(\)", path.read_text())]
    assert [path.name for path in files] == ["services.py"]


def test_both_makers_do_all_of_the_interface_or_the_list_says_it() -> None:
    assert public(HelperServices) == public(Services)
    assert public(Services) - public(PlainServices) == LISTED


def test_the_choice_follows_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(services(), HelperServices if helper.load() else PlainServices)
    monkeypatch.setenv(helper.SWITCH_VARIABLE, "0")
    assert isinstance(services(), PlainServices)
    assert services() is services()


USED = "declare void @u()\ndeclare void @n()\ndefine void @f() {\n  call void @u()\n  ret void\n}\n"
LOOP = "define void @f(i1 %c) {\n  br label %a\na:\n  br i1 %c, label %a, label %b\nb:\n  ret void\n}\n"
LATE = "define void @f() {\n  br label %a\na:\n  %s = alloca i32\n  ret void\n}\n"
LONG = 4
CASES = {
    USED: 0,
    LOOP: scan.HAS_LOOPS,
    LATE: 0,  # not in the entry block
    "define void @f() {\n  %a = alloca i32\n  ret void\n}\n": scan.HAS_STACK,
    "define void @f(ptr byval(i32) %p) {\n  ret void\n}\n": scan.HAS_BYVAL,
    "define void @f(ptr align 4 %p) {\n  ret void\n}\n": scan.HAS_ALIGNED,
    "define void @f() {\n  call void @f()\n  ret void\n}\n": scan.HAS_CALLS,
    "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  %z = mul i32 %y, %y\n  %w = mul i32 %z, %z\n  ret i32 %w\n}\n": scan.HAS_LONG,
    "@v = global i32 0\n": scan.HAS_VARIABLES,
    "@v = internal addrspace(3) global i32 undef\n": scan.HAS_VARIABLES | scan.HAS_SHARED,
}


@pytest.mark.parametrize("switch", ["0", "1"])
@pytest.mark.parametrize("text", CASES)
def test_the_kinds_of_things_in_a_module(text: str, switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(helper.SWITCH_VARIABLE, switch)
    with Context() as context:
        assert services().module_facts(context.parse(text.encode()), LONG) == CASES[text]


@pytest.mark.parametrize("switch", ["0", "1"])
def test_functions_with_a_body_and_without(switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(helper.SWITCH_VARIABLE, switch)
    more = "".join(f"define void @g{number}() {{\n  ret void\n}}\n" for number in range(100))
    with Context() as context:
        module = context.parse((USED + more).encode())
        assert services().function_names(module)[:4] == ["+u", "-n", "=f", "=g0"]
        assert services().count_functions(module) == 103
        assert [function.name for function in module.definitions] == ["f", *(f"g{number}" for number in range(100))]


@pytest.mark.parametrize("switch", ["0", "1"])
def test_names_of_functions_are_those_of_the_moment(switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(helper.SWITCH_VARIABLE, switch)
    with Context() as context, Context() as other:
        module, another = context.parse(USED.encode()), other.parse(b"declare void @u()\n")
        names = module.function_names
        assert (names.defined, names.declared, names.used) == (["f"], ["u", "n"], ["u"])
        assert names.all == {"u", "n", "f"} and names.in_order == ["u", "n", "f"]
        assert names.declares(("u",)) and not names.declares(("f", "x"))
        assert another.function_names.used == []
        edit_module.delete_function(module.function("n"))
        assert module.function_names.declared == ["u"]
        assert names.declared == ["u", "n"]


KINDS = """
define float @pure(float %x) memory(none) {
  ret float %x
}
define float @together(float %x) memory(none) convergent {
  ret float %x
}
define float @reads(ptr %p) memory(read) {
  %x = load float, ptr %p
  ret float %x
}
declare float @pure_elsewhere(float) memory(none)
define ptx_kernel void @usual(ptr %p, i32 %n, double %x) {
  ret void
}
define ptx_kernel void @bounded(ptr %p) "nvvm.minctasm"="2" {
  ret void
}
define ptx_kernel i32 @gives() {
  ret i32 0
}
define internal ptx_kernel void @hidden() {
  ret void
}
define ptx_kernel void @copies(ptr byval({i32, i32}) %p) {
  ret void
}
define ptx_kernel void @spoken_of() {
  ret void
}
define ptr @speaks() prefix i32 1 {
  ret ptr @spoken_of
}
define ptx_kernel void @takes_a_pair({i32, i32} %pair) {
  ret void
}
"""
UNUSUAL = ["gives", "hidden", "copies", "spoken_of", "speaks", "takes_a_pair"]


@pytest.mark.parametrize("switch", ["0", "1"])
def test_functions_of_a_kind(switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(helper.SWITCH_VARIABLE, switch)
    with Context() as context:
        module, ask = context.parse(KINDS.encode()), services()
        assert names(ask.pure_functions(module)) == ["pure"]
        assert names(ask.bounded_functions(module)) == ["bounded"]
        assert names(ask.unusual_functions(module)) == UNUSUAL


def names(functions: list[int]) -> list[str]:
    return [Function(ref).name for ref in functions]


STACK = """define i32 @f(i32 %x, ptr %p) {
  %s = alloca i32
  store i32 %x, ptr %s
  store ptr %s, ptr %p
  %y = load i32, ptr %s
  %z = load i32, ptr %p
  %w = add i32 %y, %z
  ret i32 %w
}
"""


@pytest.mark.parametrize("switch", ["0", "1"])
def test_keeping_a_variable_on_the_stack_is_no_work(switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(helper.SWITCH_VARIABLE, switch)
    with Context() as context:
        (function,) = context.parse(STACK.encode()).definitions
        assert services().count_work(function) == 4  # the address that is stored, the other load, the sum, the return
