"""Passes of ours are left out of functions in which a first look shows that they find nothing, and look at all others."""

from __future__ import annotations

from pathlib import Path

import pytest

import opencicc
from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.helper_services import HelperServices
from opencicc.llvm.ir import Context
from opencicc.llvm.plain_services import PlainServices
from opencicc.passes.bodies import body_of
from opencicc.passes.generated_homes import HOMES

IR_TESTS = Path(__file__).parents[1] / "ir"
LOOKING = sorted(name for name in HOMES if getattr(body_of(name), "has_first_look", False))
Filling = tuple[object, ...] | dict[str, str]
HEAD = 'target triple = "nvptx64-nvidia-cuda"\n@tile = internal addrspace(3) global [64 x i32] undef, align 16\n'
TAIL = """
define void @spin(ptr %p) {
  br label %loop
loop:
  %more = load volatile i1, ptr %p
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) convergent
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) convergent
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare float @llvm.nvvm.ex2.approx.f(float)
declare float @llvm.nvvm.rsqrt.approx.f(float)
!1 = distinct !{!1, !2}
!2 = !{!"opencicc.unrolled.open"}
"""
ROWS = """
  br label %rows
rows:
  %i = phi i32 [ 0, %0 ], [ %i.2, %rows ]
  %row = {0} i32 %i, %x
  %wide = sext i32 %row to i64
  %at = getelementptr i32, ptr %p, i64 %wide
  store i32 %y, ptr %at
  %i.1 = add nsw i32 %i, 1
  %row.1 = {0} i32 %i.1, %x
  %wide.1 = sext i32 %row.1 to i64
  %at.1 = getelementptr i32, ptr %p, i64 %wide.1
  store i32 %y, ptr %at.1
  %i.2 = add nsw i32 %i, 2
  %more = icmp slt i32 %i.2, %y
  br i1 %more, label %rows, label %done
done:
  ret void
"""
DIAMOND = """
  %v = load i32, ptr %p
  br i1 %a, label %way, label %meet
way:
  {step}
  br label %meet
meet:
  %r = phi i32 [ {other}, %0 ], [ %w, %way ]
  store i32 %r, ptr %q
  ret void
"""
FLAG = """
  br i1 %a, label %test, label %second
second:
  %b = icmp slt i32 %x, %y
  br label %test
test:
  %f = phi i1 [ {known}, %0 ], [ %b, %second ]
  br i1 %f, label %yes, label %no
yes:
  {inside}
  br label %no
no:
  ret void
"""
STEADY = """
  br label %loop
loop:
  %i = phi i32 [ %x, %0 ], [ %next, %latch ]
  %odd = trunc i32 %i to i1
  br i1 {0}, label %one, label %latch
one:
  store i32 %i, ptr %p
  br label %latch
latch:
  %next = sub i32 %i, 1
  %c = icmp eq i32 %next, 0
  br i1 %c, label %end, label %loop
end:
  ret void
"""
COPIED = """
  %own = alloca [4 x i32]
  store i32 %x, ptr %own
  br i1 %a, label %one, label %two
one:
  br label %meet
two:
  br label %meet
meet:
  %from = phi ptr [ %own, %one ], [ %q, %two ]
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr {0}, i64 16, i1 false)
  ret void
"""
SHUFFLED = """
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = add i32 %t, %x
  %s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 {0}, i32 {1}, i32 31)
  store i32 %s, ptr %p
  ret void
"""
CASES = """
  br label %first
first:
  switch i32 %x, label %{default} [ i32 0, label %one ]
one:
  {step}
  br label %two
two:
  %r = phi i32 [ 0, %first ], [ %w, %one ]
  store i32 %r, ptr %p
  ret void
"""
LOOP = """
  br label %loop
loop:
  %i = phi i32 [ %x, %0 ], [ %next, %loop ]
  {body}
  %c = icmp eq i32 %next, 0
  br i1 %c, label %end, label %loop{mark}
end:
  store i32 {left}, ptr addrspace(1) %g
  ret void
"""
OTHERS = """
  br label %loop
loop:
  %i = phi i32 [ %x, %0 ], [ %next, %latch ]
  %t = phi i32 [ 0, %0 ], [ %kept, %latch ]
  %own = icmp {test}
  br i1 %own, label %latch, label %other
other:
  %moving = getelementptr i32, ptr addrspace(1) %g, i32 %i
  %v = {load}
  %sum = add i32 %t, %v
  br label %latch
latch:
  %kept = phi i32 [ %t, %loop ], [ %sum, %other ]
  %next = add i32 %i, -1
  %c = icmp eq i32 %next, 0
  br i1 %c, label %end, label %loop
end:
  store i32 %kept, ptr addrspace(1) %g
  ret void
"""
ENDS = """
  br label %loop
loop:
  %i = phi i32 [ %x, %0 ], [ %next, %loop ]
  %next = sub i32 %i, 1
  %c = icmp eq i32 %next, 0
  br i1 %c, label %{0}, label %{1}
end:
  store i32 %next, ptr %p
  ret void
"""
HALVES = """
  %low = {0}
  %high = {1}
  %wide = zext {2} %low to i32
  %upper = zext {2} %high to i32
  %moved = shl i32 %upper, 16
  %word = or i32 %moved, %wide
  store i32 %word, ptr addrspace(1) %g
  ret void
"""
SYNC = "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"
IN_A_LOOP = f"""br label %turn
turn:
  {SYNC}
  %more = load volatile i1, ptr %p
  br i1 %more, label %turn, label %left
left:"""
SELECT = "  %s = {1} i32 %x, %y\n  %t = {2} i32 %y, {0}\n  %r = select i1 %a, i32 %s, i32 %t\n  store i32 %r, ptr %p\n{3}  ret void\n"


PARTED = """
  %p1 = getelementptr i8, ptr addrspace(1) %g, i64 {0}
  %l0 = load float, ptr addrspace(1) %g, align {1}
  {2}
  %l1 = load float, ptr addrspace(1) %p1, align 4
  %t = fcmp ogt float %l1, 0.0
  br i1 %t, label %use, label %end
use:
  store float %l0, ptr %q
  br label %end
end:
  ret void
"""
TILE = """
  %at = getelementptr [64 x i32], ptr addrspace(3) @tile, i64 0, i64 {0}
  store i32 %x, ptr addrspace(3) %at, align 4
  ret void
"""
IN_LOOP = "store i32 %i, ptr addrspace(3) @tile\n  {0}\n  %l = load i32, ptr addrspace(3) @tile\n  {1}\n  %next = sub i32 %i, %l"
COUNTED = """%n = phi i32 [ 0, %0 ], [ %m, %loop ]
  %m = add i32 %n, 1
  %less = add i32 %i, -1
  %next = and i32 %i, %less"""
READ = "".join(
    f"  %{name} = call i32 @llvm.nvvm.read.ptx.sreg.{{{k}}}.x()\n" for k, name in enumerate(("first", "last"))
)
# A pass, a body, what to fill in so that it finds something there, and so that it does not.
EXAMPLES: list[tuple[str, str, list[Filling], list[Filling]]] = [
    ("back-edges-first", ENDS, [("end", "loop")], [("loop", "end")]),
    (
        "sizes-first",
        READ + "  %s = mul i32 %first, %last\n  store i32 %s, ptr %p\n  store i32 {2}, ptr %q\n  ret void\n",
        [("ctaid", "ntid", "%last")],
        [("ctaid", "ntid", "%x"), ("ntid", "ctaid", "%first")],
    ),
    (
        "near-sums",
        "  %near = {0}\n  %first = add nuw nsw i32 %x, %y\n  %later = add nuw nsw i32 %near, {1}\n"
        "  %wide = {2} i32 %later to {3}\n  store {3} %wide, ptr %p\n  store i32 %first, ptr %q\n  ret void\n",
        [("or disjoint i32 %x, 1", "%y", "sext", "i64"), ("add nuw nsw i32 %y, 3", "%x", "zext", "i64")],
        [
            ("or i32 %x, 1", "%y", "sext", "i64"),
            ("or disjoint i32 %x, 1", "%x", "sext", "i64"),
            ("or disjoint i32 %x, 1", "%y", "uitofp", "double"),
        ],
    ),
    (
        "join-halves",
        HALVES,
        [("load i16, ptr %p", "load i16, ptr %q", "i16")],
        [("load i8, ptr %p", "load i8, ptr %q", "i8"), ("trunc i32 %x to i16", "trunc i32 %y to i16", "i16")],
    ),
    (
        "nvvm-predicate-opt",
        "  %b = icmp slt i32 %x, %y\n  %c = icmp {0} i32 %y, %x\n  store i1 %b, ptr %p\n  %r = select i1 %c, i32 %x, i32 %y\n  store i32 %r, ptr %q\n  ret void\n",
        [("sgt",), ("sle",)],
        [("slt",), ("ult",), ("eq",)],
    ),
    (
        "nvvm-predicate-opt",
        "  %b = icmp {0} i32 %x, 7\n  %c = icmp {1} i32 %x, {2}\n  store i1 %b, ptr %p\n  %r = select i1 %c, i32 %x, i32 %y\n  store i32 %r, ptr %q\n  ret void\n",
        [("slt", "sgt", 6), ("ugt", "uge", 8), ("eq", "ne", 7), ("sle", "sgt", 7)],
        [("slt", "sgt", 7), ("ugt", "sge", 8), ("eq", "ne", 8), ("ult", "ule", 7)],
    ),
    (
        "nvvm-predicate-opt",
        "  %b = fcmp {0} float %u, %v1\n  %c = fcmp {1} float %v1, %u\n  store i1 %b, ptr %p\n  %r = select i1 %c, i32 %x, i32 %y\n  store i32 %r, ptr %q\n  ret void\n",
        [("olt", "ogt"), ("olt", "ule")],
        [("olt", "ugt"), ("olt", "nnan ogt"), ("olt", "olt")],
    ),
    (
        "nvvm-predicate-opt-variant",
        SELECT,
        [("%x", "udiv", "udiv", "")],
        [("%x", "udiv", "sdiv", ""), ("%x", "add", "add", ""), ("%x", "udiv", "udiv", "  store i32 %s, ptr %q\n")],
    ),
    (
        "nvvm-late-opt",
        "  %r = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 {0})\n  store i32 %r, ptr %p\n  ret void\n",
        [("false",)],
        [("%a",)],
    ),
    (
        "nvvm-late-opt",
        "  %r = call float @llvm.nvvm.{0}.approx.f(float {1})\n  store float %r, ptr %p\n  ret void\n",
        [("ex2", "3.0")],
        [("ex2", "%u"), ("rsqrt", "3.0")],
    ),
    (
        "nvvm-late-opt",
        "  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()\n  %r = and i32 %l, {0}\n  store i32 %r, ptr %p\n  ret void\n",
        [("31",)],
        [("%x",)],
    ),
    (
        "nvvm-late-opt",
        "  %s = addrspacecast ptr addrspace({0}) @tile to ptr\n  %t = addrspacecast ptr %s to ptr addrspace({1})\n"
        "  store i32 %x, ptr addrspace({1}) %t\n  ret void\n",
        [(3, 3)],
        [(3, 1)],
    ),
    ("nvvm-late-opt", "  {0}\n  {1}\n  ret void\n", [(SYNC, SYNC)], [(SYNC, "")]),
    (
        "join-conditions",
        FLAG,
        [{"known": "true", "inside": "store i32 %x, ptr %p"}],
        [{"known": "%a2", "inside": "store i32 %x, ptr %p"}],
    ),
    (
        "flatten-branches",
        CASES,
        [{"default": "two", "step": "%w = add i32 %x, 5"}],
        [{"default": "two", "step": "%w = load i32, ptr %q"}, {"default": "two", "step": "%w = udiv i32 %x, %y"}],
    ),
    (
        "flatten-masks",
        DIAMOND,
        [{"step": "%w = add i32 %v, %x", "other": "%v"}],
        [
            {"step": "%w = add i32 %y, %x", "other": "%v"},
            {"step": "%w = load i32, ptr %q", "other": "%v"},
            {"step": "%w = udiv i32 %v, %x", "other": "%v"},
        ],
    ),
    (
        "pair-loads",
        OTHERS,
        [{"test": "eq i32 %i, %y", "load": "load i32, ptr addrspace(1) %g"}],
        [
            {"test": "ult i32 %i, %y", "load": "load i32, ptr addrspace(1) %g"},
            {"test": "eq i32 %x, %y", "load": "load i32, ptr addrspace(1) %g"},
            {"test": "eq i32 %i, %y", "load": "load i32, ptr addrspace(1) %moving"},
        ],
    ),
    (
        "thread-jumps",
        FLAG,
        [{"known": "true", "inside": "store i32 %x, ptr %p"}, {"known": "true", "inside": SYNC}],
        [
            {"known": "true", "inside": "call void @llvm.nvvm.bar.warp.sync(i32 -1)"},
            {"known": "true", "inside": "%o = atomicrmw add ptr %p, i32 %x monotonic\n  store i32 %o, ptr %q"},
            {"known": "true", "inside": IN_A_LOOP},
        ],
    ),
    ("copy-by-case", COPIED, [("%from",)], [("%own",)]),
    ("nvvm-warp-shuffle", SHUFFLED, [("%x", 1), ("%d", 0)], [("%d", 1)]),
    ("unswitch-loops", STEADY, [("%a",)], [("%odd",)]),
    (
        "default-next",
        "  switch i32 %x, label %two [ i32 0, label %one ]\n{0}:\n  br label %end\n{1}:\n  br label %end\nend:\n  ret void\n",
        [("one", "two")],
        [("two", "one")],
    ),
    (
        "bit-loops",
        LOOP,
        [{"body": COUNTED, "mark": "", "left": "%m"}],
        [{"body": "%next = sub i32 %i, 1\n  store i32 %i, ptr %p", "mark": "", "left": "%x"}],
    ),
    (
        "sum-indices",
        "  %q0 = udiv i32 %x, %y\n  %r = urem i32 %x, %y\n  %w = mul i32 %q0, %y\n  %s = add i32 %w, {0}\n"
        "  store i32 %s, ptr %p\n  store i32 %r, ptr %q\n  ret void\n",
        [("%r",)],
        [("%x",), ("7",)],
    ),
    (
        "open-loops",
        LOOP,
        [{"body": "%next = sub i32 %i, 1", "mark": ", !llvm.loop !1", "left": "%x"}],
        [{"body": "%next = sub i32 %i, 1", "mark": "", "left": "%x"}],
    ),
    ("whole-loads<note>", PARTED, [(4, 8, "")], [(4, 4, ""), (8, 8, ""), (4, 8, "store i32 0, ptr %p")]),
    (
        "read-only-loads",
        "  %n = ptrtoint ptr %only to i64\n  %r = {0}\n  %b = icmp eq i64 {1}, 0\n  %l = {2}\n  store i1 %b, ptr %q\n  ret void\n",
        [("and i64 %n, 15", "%r", "load i32, ptr %only"), ("trunc i64 %n to i32", "%n", "load i8, ptr %only")],
        [
            ("and i64 %n, 15", "%r", "load i32, ptr %p"),
            ("and i64 %n, 15", "%r", "load volatile i32, ptr %only"),
            ("and i64 %n, 15", "%r", "load i32, ptr %only\n  store i32 1, ptr %only"),
            ("and i64 %n, 15", "%r", "load i32, ptr %only\n  store i64 %r, ptr %q"),
            ("inttoptr i64 %n to ptr", "%n", "load i32, ptr %only"),
        ],
    ),
    (
        "thread-assembly",
        '  %moved = call i32 asm "mov.u32 $0, $1;", "=r,r"(i32 %x){0}\n  store i32 %moved, ptr %p\n  ret void\n',
        [(" convergent",)],
        [("",)],
    ),
    (
        "lift-assembly",
        "  %from = call i32 @llvm.nvvm.read.ptx.sreg.laneid()\n  {0}\n  store i32 {1}, ptr %p\n  ret void\n",
        [
            ('%r = call i32 asm "mov.u32 $0, $1;", "=r,r"(i32 %x)', "%r"),
            ('%r = call i32 asm "neg.f16x2 $0, $1;", "=r,r"(i32 %x) convergent', "%r"),
        ],
        [('call void asm sideeffect "bar.sync 0;", ""()', "%from")],
    ),
    (
        "late-conversions",
        "  %many = load <256 x i32>, ptr %q\n  %wide.x = zext i32 %x to i64\n  %low = trunc i64 %wide.x to {0}\n  %h = bitcast {0} %low to {1}\n  %f = fpext {1} %h to double\n"
        "  br label %next\nnext:\n  store <256 x i32> %many, ptr %p\n  store double %f, ptr %q\n  ret void\n",
        [("i16", "half"), ("i16", "bfloat")],
        [("i32", "float")],
    ),
    (
        "private-volatile",
        "  %own = alloca [2 x i32]\n  %at = getelementptr i32, ptr {0}, i64 1\n  {1} i32 %x, ptr %at\n  ret void\n",
        [("%own", "store volatile")],
        [("%own", "store"), ("%p", "store volatile")],
    ),
    (
        "column-walks",
        ROWS,
        [("mul nsw",)],
        [("shl nsw",)],
    ),
    ("propagate-alignment", TILE, [(2,), (8,)], [(1,), ("%far",)]),
    (
        "nvvm-loop-opt",
        LOOP,
        [{"body": IN_LOOP.format("", SYNC).replace("store", "; store"), "mark": "", "left": "%x"}],
        [{"body": IN_LOOP.format(SYNC, SYNC), "mark": "", "left": "%x"}],
    ),
]
CALLED_ALIKE = """
  %r = call float @g(float %u){mark}
  %s = call float @g(float {other})
  %t = fadd float %r, %s
  store float %t, ptr %p
  ret void
}}
define {kind} float @g(float %b) convergent {{
  br label %next
next:
  %c = fadd float %b, {more}
  ret float %c
"""
WRAPPED = """
  %r = call float @g(float %u)
  store float %r, ptr %p
  ret void
}}
define {kind} float @g(float %b) convergent {{
  %c = call float @h(float %b){mark}
  ret float %c
}}
define internal float @h(float %b) {what} {{
  ret float %b
"""
EXAMPLES += [
    (
        "repeated-calls",
        CALLED_ALIKE,
        [{"mark": "", "other": "%u", "kind": "internal", "more": "%b"}],
        [
            {"mark": "", "other": "%v1", "kind": "internal", "more": "%b"},
            {"mark": "", "other": "%u", "kind": "weak", "more": "%b"},
        ],
    ),
    (
        "pure-calls",
        WRAPPED,
        [
            {"mark": "", "kind": "internal", "what": "memory(none)"},
            {"mark": " convergent", "kind": "weak", "what": "memory(none)"},
        ],
        [
            {"mark": "", "kind": "weak", "what": "memory(none)"},
            {"mark": "", "kind": "internal", "what": "memory(read)"},
        ],
    ),
]
FIRES = [(name, body, filling) for name, body, fires, _ in EXAMPLES for filling in fires]
STAYS = [(name, body, filling) for name, body, _, stays in EXAMPLES for filling in stays]


def module_text(body: str, filling: Filling) -> str:
    filled = body.format(**filling) if isinstance(filling, dict) else body.format(*filling)
    arguments = "ptr %p, ptr %q, ptr addrspace(1) %g, i32 %x, i32 %y, i64 %far, i1 %a, i1 %a2, float %u, float %v1, ptr noalias %only"
    return f"{HEAD}define ptx_kernel void @f({arguments}) {{\n{filled}}}\n{TAIL}"


def worth(native: NativeHelper, context: Context, name: str, text: str) -> list[int]:
    return HelperServices(native).worth_a_look(context.parse(text.encode()), name.partition("<")[0])


def changes(name: str, text: str) -> bool:
    """Does a pass change a module? In strict mode, in which it looks at everything and its first look has to agree."""
    options = {"passes": name, "stop-after": "opt", "strict-passes": True}
    result = opencicc.compile(text, arch="sm_90", options=options)
    return any(
        event.kind == "pass" and event.name == name.partition("<")[0] and event.changed for event in result.trace.events
    )


@pytest.mark.parametrize(("name", "body", "filling"), FIRES)
def test_what_a_pass_changes_is_worth_a_look(
    name: str, body: str, filling: Filling, native: NativeHelper, context: Context
) -> None:
    text = module_text(body, filling)
    assert changes(name, text)
    assert len(worth(native, context, name, text)) == 1


@pytest.mark.parametrize(("name", "body", "filling"), STAYS)
def test_other_functions_are_left_out(
    name: str, body: str, filling: Filling, native: NativeHelper, context: Context
) -> None:
    text = module_text(body, filling)
    assert not changes(name, text)
    assert worth(native, context, name, text) == []


def test_every_pass_that_says_so_has_a_first_look_and_examples(native: NativeHelper, context: Context) -> None:
    assert {name.partition("<")[0] for name, *_ in EXAMPLES} == set(LOOKING)
    module = context.parse(b"")
    assert [HelperServices(native).worth_a_look(module, name) for name in LOOKING] == [[]] * len(LOOKING)
    with pytest.raises(KeyError):
        HelperServices(native).worth_a_look(module, "remat")


def test_without_the_helper_every_function_is_worth_a_look(context: Context) -> None:
    module = context.parse(b"define void @f() {\n  ret void\n}\ndeclare void @g()\n")
    for name in LOOKING:
        assert PlainServices().worth_a_look(module, name) == [function.ref for function in module.definitions]


@pytest.mark.parametrize("name", LOOKING)
def test_looks_agree_with_what_the_passes_do_to_their_own_tests(name: str, native: NativeHelper) -> None:
    files = sorted(IR_TESTS.glob(f"{name}*.ll"))
    assert files
    for file in files:
        changes(name, file.read_text())


@pytest.mark.parametrize("least", [1, 2, 8])
def test_values_are_raised_alike_with_a_first_look_and_without(
    least: int, native: NativeHelper, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (IR_TESTS / "raise-values.ll").read_text()
    options = {"passes": "raise-values", "stop-after": "opt", "raise-values-from": 0, "raise-values-least": least}
    with_look = opencicc.compile(text, arch="sm_90", options=options).bitcode
    looked_at = [HelperServices(native).may_raise(each, least) for each in context.parse(text.encode()).definitions]
    assert not all(looked_at)
    assert any(looked_at)
    monkeypatch.setattr(HelperServices, "may_raise", lambda *_: True)
    assert opencicc.compile(text, arch="sm_90", options=options).bitcode == with_look


def test_strict_mode_tells_of_a_look_that_leaves_out_too_much(
    native: NativeHelper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HelperServices, "worth_a_look", lambda *_: [])
    name, body, filling = FIRES[0]
    with pytest.raises(opencicc.CompilerError, match="changed what its first look leaves out"):
        changes(name, module_text(body, filling))
