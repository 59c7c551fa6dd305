"""StepRunner: steps in several calls, with changes from elsewhere in between, and what stays after a crash."""

from __future__ import annotations

import struct

import pytest

from opencicc.errors import InternalError
from opencicc.llvm import helper, recovery
from opencicc.llvm.ir import Context, Module
from opencicc.llvm.native import StepRunner, TargetMachine, _idle_runners
from opencicc.llvm.services import services
from opencicc.target import parse_target

IR = b"""target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = alloca i32
  store i32 %n, ptr %a
  %v = load i32, ptr %a
  %sum = add i32 %v, 0
  store i32 %sum, ptr %p
  ret void
}
"""
pytestmark = pytest.mark.skipif(helper.load() is None, reason=helper.describe())


def facts_of(reports: bytes) -> list[tuple[int, ...]]:
    """Nanoseconds, runs, changes and skips of each step."""
    return list(struct.iter_unpack("4q", reports))


def instructions(module: Module) -> int:
    (function,) = module.definitions
    return sum(1 for _ in function.instructions)


def test_what_is_known_stays_from_call_to_call() -> None:
    native = helper.load()
    assert native is not None
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        module = context.parse(IR)
        runner = StepRunner(native, module, machine)
        texts = ("function(sroa)", "function(instcombine<no-verify-fixpoint>)")
        (sroa, combine) = facts_of(runner.run(texts, is_last=False))
        assert (sroa[2], combine[2]) == (1, 1)  # both changed something
        assert instructions(module) == 2
        assert [facts[1:] for facts in facts_of(runner.run(texts, is_last=False))] == [(1, 0, 0), (1, 0, 0)]
        assert [facts[1:] for facts in facts_of(runner.run(texts, is_last=False))] == [
            (0, 0, 1),
            (0, 0, 1),
        ]  # skipped now
        runner.forget()
        assert [facts[1:] for facts in facts_of(runner.run(texts, is_last=True))] == [(1, 0, 0), (1, 0, 0)]
        runner.close()


def test_functions_may_go_between_two_calls() -> None:
    native = helper.load()
    assert native is not None
    more = IR + b"define internal void @gone(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n"
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        module = context.parse(more)
        runner = StepRunner(native, module, machine)
        runner.run(("function(early-cse<memssa>)", "function(gvn)"), is_last=False)
        services().run_passes(context.ref, module.ref, "globaldce", machine.ref, _options())
        runner.forget()
        assert instructions(module) > 0
        facts = facts_of(runner.run(("function(gvn)", "globaldce", "function(sroa)"), is_last=True))
        assert [runs for _, runs, _, _ in facts] == [1, 1, 1]
        runner.close()


def test_a_run_tells_whether_functions_may_have_come_or_gone() -> None:
    native = helper.load()
    assert native is not None
    more = IR + b"define internal void @gone(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n"
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        runner = StepRunner(native, context.parse(more), machine)
        said = []
        for text in ("function(sroa)", "function(sroa)", "globaldce", "globaldce"):
            runner.run((text,), is_last=False)
            said.append((runner.has_changed, runner.may_have_other_functions))
        assert said == [(True, False), (False, False), (True, True), (False, False)]
        runner.close()


COMBINE, TAILS = "function(instcombine<no-verify-fixpoint>)", "function(tailcallelim)"
CALLER = """target triple = "nvptx64-nvidia-cuda"
declare i32 @g(i32)
declare void @h(ptr)
define i32 @f(i32 %x) {{
{body}
  ret i32 %r
}}
"""


@pytest.mark.parametrize(
    ("body", "is_news"),
    [
        ("  %r = call i32 @g(i32 %x)", False),
        ("  %m = tail call i32 @g(i32 %x)\n  %r = call i32 @g(i32 %m)", True),  # calls are compared with their marks
        (
            "  %a = alloca i32\n  store volatile i32 1, ptr %a\n  %r = call i32 @g(i32 %x)",
            True,
        ),  # may it touch the object?
        (
            "  %a = alloca i32\n  store volatile i32 1, ptr %a\n  %r = call i32 @g(i32 %x) memory(none)",
            False,
        ),  # it touches no memory at all
        (
            "  %a = alloca i32\n  %r = call i32 @g(i32 %x) memory(none)\n  call void @h(ptr %a)\n"
            "  %q = call i32 @g(i32 %r) memory(none)\n  store volatile i32 %q, ptr %a",
            True,
        ),  # two calls that may be equal, one of them marked
    ],
    ids=["marks only", "marked before", "stack object", "no memory", "some marked"],
)
def test_tail_marks_alone_are_no_change(body: str, is_news: bool) -> None:
    native = helper.load()
    assert native is not None
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        module = context.parse(CALLER.format(body=body).encode())
        runner = StepRunner(native, module, machine)
        runner.run((COMBINE, COMBINE), is_last=False)
        _, combine = facts_of(runner.run((TAILS, COMBINE), is_last=True))
        assert "%r = tail call i32 @g" in module.text()
        assert combine[1:] == ((1, 0, 0) if is_news else (0, 0, 1))
        runner.close()


@pytest.mark.parametrize("is_tainted", [False, True])
def test_passes_are_kept_for_the_next_module_but_not_after_a_crash(
    is_tainted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    native = helper.load()
    assert native is not None
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        kept = _idle_runners.setdefault((machine.ref, 0), [])
        runner = StepRunner(native, context.parse(IR), machine)
        runner.run((COMBINE,), is_last=True)
        before = len(kept)
        monkeypatch.setattr(recovery, "is_tainted", lambda _: is_tainted)
        runner.close()
        runner.close()  # once is enough
        assert len(kept) == before + (not is_tainted)


def test_another_module_is_looked_at_anew() -> None:
    native = helper.load()
    assert native is not None
    for _ in range(3):
        with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
            runner = StepRunner(native, context.parse(IR), machine)
            assert [row[1:] for row in facts_of(runner.run(("function(sroa)", COMBINE), is_last=True))] == [
                (1, 1, 0),
                (1, 1, 0),
            ]
            runner.close()


def test_a_pipeline_with_llvms_own_inliner_runs_on_a_second_module_too() -> None:
    """That inliner gives its passes away when it runs: what was parsed for it cannot be kept."""
    native = helper.load()
    assert native is not None
    for _ in range(2):
        with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
            module = context.parse(IR)
            runner = StepRunner(native, module, machine)
            runner.run(("default<O3>", "default<O3>"), is_last=True)
            assert instructions(module) == 2
            runner.close()


def with_second_argument(is_read: bool) -> bytes:
    body = f"%x = mul i32 %a, {'%b' if is_read else '%a'}\n  ret i32 %x"
    called = f"define internal i32 @f(i32 %a, i32 %b) {{\n  {body}\n}}\n"
    caller = "define i32 @g(i32 %a) {\n  %x = call i32 @f(i32 %a, i32 7)\n  ret i32 %x\n}\n"
    return f'target triple = "nvptx64-nvidia-cuda"\n{called}{caller}'.encode()


def test_a_module_pass_remembers_nothing_of_other_modules() -> None:
    """deadargelim notes which arguments are read, by the addresses of functions: those of the next module may be the same."""
    native = helper.load()
    assert native is not None
    for _ in range(20):
        for is_read in (True, False):
            with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
                module = context.parse(with_second_argument(is_read))
                runner = StepRunner(native, module, machine)
                list(runner.run(("deadargelim",), is_last=True))
                assert ("@f(i32 %a)" in module.text()) != is_read
                runner.close()


def test_a_text_that_is_no_pipeline_is_refused_every_time() -> None:
    native = helper.load()
    assert native is not None
    for _ in range(2):
        with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
            runner = StepRunner(native, context.parse(IR), machine)
            with pytest.raises(InternalError, match="LLVM pass failed"):
                runner.run(("function(no-such-pass)",), is_last=True)
            runner.close()


# A stack object that is indexed by a variable can't be taken apart: sroa says all the same that it did something.
INDEXED = b"""
target triple = "nvptx64-nvidia-cuda"
define i32 @f(i64 %i) {
  %a = alloca [8 x i32]
  %l = addrspacecast ptr %a to ptr addrspace(5)
  %p = getelementptr i32, ptr addrspace(5) %l, i64 %i
  store i32 7, ptr addrspace(5) %l
  %v = load i32, ptr addrspace(5) %p
  ret i32 %v
}
"""


def test_sroa_is_not_believed_that_it_changed_what_it_left() -> None:
    native = helper.load()
    assert native is not None
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        module = context.parse(INDEXED)
        runner = StepRunner(native, module, machine)
        runner.run((COMBINE, COMBINE), is_last=False)
        text = module.text()
        sroa, combine = facts_of(runner.run(("function(sroa)", COMBINE), is_last=True))
        assert module.text() == text
        assert sroa[1:] == (1, 0, 0)
        assert combine[1:] == (0, 0, 1)
        runner.close()


def test_sroa_is_believed_where_a_stack_object_becomes_a_register() -> None:
    native = helper.load()
    assert native is not None
    slot = b"  %s = alloca i32\n  store i32 %x, ptr %s\n"
    text = INDEXED.replace(b"i64 %i)", b"i64 %i, i32 %x)").replace(b"{\n", b"{\n" + slot)
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        runner = StepRunner(native, context.parse(text), machine)
        sroa, again = facts_of(runner.run(("function(sroa)", "function(sroa)"), is_last=True))
        assert (sroa[1:], again[1:]) == ((1, 1, 0), (1, 0, 0))
        runner.close()


VARIABLES = """
target triple = "nvptx64-nvidia-cuda"
@unused = internal constant i32 1
@one = internal unnamed_addr constant i32 2
@other = internal unnamed_addr constant i32 {value}
define i32 @f(i32 %i) {{
  %v = load volatile i32, ptr @one
  %w = load volatile i32, ptr @other
  %s = add i32 %v, %w
  ret i32 %s
}}
"""


@pytest.mark.parametrize(("value", "is_news"), [("3", False), ("2", True)], ids=["drops one", "merges two"])
def test_a_variable_that_nobody_used_is_news_to_no_function(value: str, is_news: bool) -> None:
    native = helper.load()
    assert native is not None
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        module = context.parse(VARIABLES.format(value=value).encode())
        runner = StepRunner(native, module, machine)
        runner.run((COMBINE, COMBINE), is_last=False)
        merge, combine = facts_of(runner.run(("constmerge", COMBINE), is_last=True))
        assert "@unused" not in module.text()
        assert ("@one" in module.text()) is not is_news
        assert merge[1:] == (1, 1, 0)
        assert combine[1:] == ((1, 0, 0) if is_news else (0, 0, 1))
        runner.close()


def _options() -> int:
    from opencicc.llvm.library import load

    return int(load().LLVMCreatePassBuilderOptions())


SELECTS_SIDES = b"""
target triple = "nvptx64-nvidia-cuda"
define float @f(i1 %c, float %a, float %b) {
  %x = fdiv float %a, 3.0
  %y = fdiv float %b, 3.0
  %s = select i1 %c, float %x, float %y
  ret float %s
}
"""


@pytest.mark.parametrize(("text", "found_by"), [(IR, None), (SELECTS_SIDES, 1)])
def test_steps_end_at_a_first_look_that_finds_something(text: bytes, found_by: int | None) -> None:
    native = helper.load()
    assert native is not None
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        runner = StepRunner(native, context.parse(text), machine)
        facts = facts_of(runner.run(("globaldce", "look:nvvm-predicate-opt-variant", "function(adce)"), is_last=True))
        assert runner.found_by == found_by
        assert [row[1:] for row in facts[1:]] == ([] if found_by else [(0, 0, 1), (1, 0, 0)])
        with pytest.raises(InternalError, match="LLVM pass failed"):
            runner.run(("look:remat",), is_last=True)
        runner.close()


LOOP = b"""
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
"""


@pytest.mark.parametrize(
    ("text", "print_is", "is_found"), [(IR, "", False), (LOOP, "", True), (LOOP, "right", False), (LOOP, "wrong", True)]
)
def test_a_look_at_loops_finds_those_whose_print_is_not_known(text: bytes, print_is: str, is_found: bool) -> None:
    native = helper.load()
    assert native is not None
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        module = context.parse(text)
        (function,) = module.definitions
        runner = StepRunner(native, module, machine)
        seen = services().loop_fingerprint(function)
        runner.settle_loops(1, {function.ref: seen if print_is == "right" else 1} if print_is else {})
        for _ in range(2):  # with analyses of its own, and with those of the steps
            runner.run(("function(loop-simplify)", "look:loops@1"), is_last=False)
            assert runner.found_by == (1 if is_found else None)
        runner.close()
