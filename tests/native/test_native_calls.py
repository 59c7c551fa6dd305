"""Headers of functions and facts of calls: the native helper and plain calls give the same."""

from __future__ import annotations

from pathlib import Path

from opencicc.llvm.calls import (
    ARGUMENT_CONSTANT,
    ARGUMENT_COPIED,
    CALL_DIFFERS,
    CALL_FORBIDDEN,
    CALL_FORCED,
    FunctionHeader,
)
from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.helper_services import HelperServices
from opencicc.llvm.ir import Context, Function, Module
from opencicc.llvm.plain_services import PlainServices

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "ir").glob("*.ll"))
ATTRIBUTES, AGREED = "noinline alwaysinline returns_twice", "denormal-fp-math strictfp"
IR = b"""
@table = global ptr @pointed
declare i32 @unused(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.unknown(i32)
declare i32 @twice(...) returns_twice
define weak hidden i32 @pointed(i32 %x) "denormal-fp-math"="preserve-sign" { ret i32 %x }
define internal i32 @self(ptr %p, i32 %x) noinline {
  %again = call i32 @self(ptr @self, i32 %x)
  ret i32 %again
}
define protected ptx_kernel void @k(ptr %from, i32 %n) strictfp {
  %copy = alloca [4 x i32]
  %shared = alloca [4 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %from, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %shared, ptr %from, i64 16, i1 false)
  %a = call i32 @self(ptr %copy, i32 7) alwaysinline
  %b = call i32 @self(ptr %shared, i32 %n) noinline
  %c = call fastcc i32 @self(ptr %shared, i32 %n)
  %d = call i64 @pointed(i64 0)
  %e = call i32 (...) @twice(i32 %n)
  call void @llvm.unknown(i32 %n)
  ret void
}
"""


def fields(header: FunctionHeader) -> list[object]:
    return [getattr(header, name) for name in FunctionHeader.__slots__]


def calls_in(module: Module) -> list[int]:
    calls = [i for function in module.definitions for i in function.instructions if i.opcode == "call"]
    return [call.ref for call in calls if call.called_function is not None and not call.called_function.is_intrinsic]


def test_what_headers_say(native: NativeHelper, context: Context) -> None:
    module = context.parse(IR)
    found = {one.name: one for one in HelperServices(native).function_headers(module, ATTRIBUTES, AGREED)}
    assert list(found) == [
        "llvm.unknown",
        "twice",
        "pointed",
        "self",
        "k",
    ]  # no intrinsic, and none without body and use
    assert [one.attributes for one in found.values()] == [0, 4, 0, 1, 0]
    assert [bool(one.is_declaration) for one in found.values()] == [True, True, False, False, False]
    assert [name for name, one in found.items() if one.is_vararg] == ["twice"]
    assert [name for name, one in found.items() if one.is_kernel] == ["k"]
    assert (found["pointed"].linkage, found["pointed"].visibility) == ("weak", "hidden")
    assert (found["self"].linkage, found["k"].visibility) == ("internal", "protected")
    assert found["self"].group == found["twice"].group
    assert len({found[name].group for name in ("self", "pointed", "k")}) == 3
    assert (found["pointed"].uses, len(found["pointed"].calls)) == (2, 1)  # the table and a call
    assert (found["self"].uses, len(found["self"].calls)) == (5, 5)  # a use as an argument of its own call counts too
    callers = [Function(ref).name for ref in found["self"].callers]
    assert sorted(callers) == ["k", "k", "k", "self", "self"]


def test_what_calls_say(native: NativeHelper, context: Context) -> None:
    module = context.parse(IR)
    facts = HelperServices(native).call_facts(calls_in(module))
    assert facts == [
        (0, bytes((ARGUMENT_CONSTANT, 0))),
        (CALL_FORCED, bytes((ARGUMENT_COPIED, ARGUMENT_CONSTANT))),
        (CALL_FORBIDDEN, bytes((0, 0))),  # two calls read this copy
        (CALL_DIFFERS, bytes((0, 0))),  # another convention
        (CALL_DIFFERS, bytes((ARGUMENT_CONSTANT,))),
        (0, bytes((0,))),
        (0, bytes((0,))),
    ]


def test_both_makers_say_the_same(native: NativeHelper, context: Context) -> None:
    plain, helped = PlainServices(), HelperServices(native)
    for text in (IR, *(path.read_bytes() for path in EXAMPLES)):
        module = context.parse(text)
        one, other = (maker.function_headers(module, ATTRIBUTES, AGREED) for maker in (plain, helped))
        assert [fields(header) for header in one] == [fields(header) for header in other]
        calls = calls_in(module)
        assert plain.call_facts(calls) == helped.call_facts(calls)
