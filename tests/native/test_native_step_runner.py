"""StepRunner: steps in several calls, with changes from elsewhere in between, and what stays after a crash."""

from __future__ import annotations

import pytest

from opencicc.llvm import helper, recovery
from opencicc.llvm.ir import Context, Module
from opencicc.llvm.native import StepRunner, TargetMachine
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
        (sroa, combine) = runner.run(texts, is_last=False)
        assert (sroa[2], combine[2]) == (1, 1)  # both changed something
        assert instructions(module) == 2
        assert [facts[1:] for facts in runner.run(texts, is_last=False)] == [(1, 0, 0), (1, 0, 0)]
        assert [facts[1:] for facts in runner.run(texts, is_last=False)] == [(0, 0, 1), (0, 0, 1)]  # skipped now
        runner.forget()
        assert [facts[1:] for facts in runner.run(texts, is_last=True)] == [(1, 0, 0), (1, 0, 0)]
        runner.close()


def test_functions_may_go_between_two_calls() -> None:
    native = helper.load()
    assert native is not None
    more = IR + b"define internal void @gone(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n"
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        module = context.parse(more)
        runner = StepRunner(native, module, machine)
        list(runner.run(("function(early-cse<memssa>)", "function(gvn)"), is_last=False))
        services().run_passes(context.ref, module.ref, "globaldce", machine.ref, _options())
        runner.forget()
        assert instructions(module) > 0
        facts = list(runner.run(("function(gvn)", "globaldce", "function(sroa)"), is_last=True))
        assert [runs for _, runs, _, _ in facts] == [1, 1, 1]
        runner.close()


COMBINE, TAILS = "function(instcombine<no-verify-fixpoint>)", "function(tailcallelim)"
CALLER = """target triple = "nvptx64-nvidia-cuda"
declare i32 @g(i32)
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
    ],
    ids=["marks only", "marked before", "stack object"],
)
def test_tail_marks_alone_are_no_change(body: str, is_news: bool) -> None:
    native = helper.load()
    assert native is not None
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        module = context.parse(CALLER.format(body=body).encode())
        runner = StepRunner(native, module, machine)
        list(runner.run((COMBINE, COMBINE), is_last=False))
        _, combine = runner.run((TAILS, COMBINE), is_last=True)
        assert "%r = tail call i32 @g" in module.text()
        assert combine[1:] == ((1, 0, 0) if is_news else (0, 0, 1))
        runner.close()


@pytest.mark.parametrize("is_tainted", [False, True])
def test_nothing_is_freed_after_a_crash(is_tainted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    native = helper.load()
    assert native is not None
    freed: list[int] = []
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        runner = StepRunner(native, context.parse(IR), machine)
        free = native.ocx_pipeline_free
        monkeypatch.setattr(native, "ocx_pipeline_free", lambda handle: freed.append(handle), raising=False)
        monkeypatch.setattr(recovery, "is_tainted", lambda _: is_tainted)
        runner.close()
        runner.close()  # once is enough
        monkeypatch.undo()
        assert len(freed) == (0 if is_tainted else 1)
        for handle in freed:
            free(handle)


def _options() -> int:
    from opencicc.llvm.library import load

    return int(load().LLVMCreatePassBuilderOptions())
