"""Headers of passes kept true: stale facts are dropped, and in strict mode every false declaration raises."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from opencicc.analysis.manager import AnalysisManager
from opencicc.llvm import edit
from opencicc.llvm.ir import Context, Function
from opencicc.options.driver import MAX_REGISTERS
from opencicc.options.features import FEATURES
from opencicc.options.option import Option
from opencicc.passes.api import Pass, PassContext, function_pass, module_pass
from tests.shell import Outcome, opencicc

MODULE = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, i32 %n) {
  %x = add i32 %n, 1
  %y = add i32 %x, 2
  store i32 %y, ptr %p
  ret void
}
define ptx_kernel void @other(ptr %p) {
  store i32 7, ptr %p
  ret void
}
"""
KNOB = Option("test-knob", 3, "A knob of a test.", source="test")


class Adds:
    """How many adds a function has."""

    name = "adds"

    def __init__(self, count: int) -> None:
        self.count = count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Adds) and other.count == self.count

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Adds:
        return cls(sum(instruction.opcode == "add" for instruction in function.instructions))


class Blocks(Adds):
    """How many blocks a function has: a fact of the control flow graph."""

    name = "blocks"
    group = "cfg"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Blocks:
        return cls(len(list(function.blocks)))


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "k.ll"
    path.write_text(MODULE)
    return str(path)


def run(source: str, passes: str, *words: str) -> Outcome:
    return opencicc("opt", source, f"--passes={passes}", *words)


def drop_an_add(function: Function) -> bool:
    """Replace the first add by its left side."""
    add = next((i for i in function.instructions if i.opcode == "add"), None)
    if add is not None:
        edit.replace_and_erase(add, add.operands[0])
    return add is not None


def counting(name: str, seen: list[tuple[int, int]]) -> Pass:
    """A pass that only asks: the adds and blocks of @k go to `seen`."""

    @function_pass(name, needs=(Adds, Blocks), preserves=())
    def body(function: Function, ctx: PassContext) -> bool:
        if function.name == "k":
            seen.append((ctx.analysis(Adds, function).count, ctx.analysis(Blocks, function).count))
        return False

    return body


# --- stale facts ---


def dropping(preserves: tuple[str, ...]) -> Pass:
    @function_pass("test-drop", preserves=preserves)
    def body(function: Function, ctx: PassContext) -> bool:
        return drop_an_add(function)

    return body


def test_facts_are_computed_again_after_a_pass_that_does_not_preserve_them(source, register) -> None:
    seen: list[tuple[int, int]] = []
    register(counting("test-count", seen))
    register(dropping(()))
    assert run(source, "test-count,test-drop,test-count").code == 0
    assert seen == [(2, 1), (1, 1)]


def test_facts_that_a_pass_preserves_are_not_computed_again(source, register, monkeypatch) -> None:
    """A false claim shows it: without strict mode the old number is believed."""
    seen: list[tuple[int, int]] = []
    register(counting("test-count", seen))
    register(dropping(("adds",)))
    assert run(source, "test-count,test-drop,test-count").code == 0
    assert seen == [(2, 1), (2, 1)]


def test_a_native_pass_drops_all_facts(source, register) -> None:
    seen: list[tuple[int, int]] = []
    register(counting("test-count", seen))
    assert run(source, "test-count,instcombine,test-count").code == 0
    assert seen == [(2, 1), (1, 1)]


def test_a_change_in_one_function_keeps_the_facts_of_another() -> None:
    manager = AnalysisManager()
    with Context() as context:
        first, second = context.parse(MODULE.encode()).definitions
        for function in (first, second):
            manager.get(Adds, function)
            manager.get(Blocks, function)
        manager.keep_only(first, ("cfg",))
        assert not manager.has(Adds, first)
        assert manager.has(Blocks, first)  # its group was preserved
        assert manager.has(Adds, second)
        manager.keep_only_of([first], ("cfg",))
        assert manager.has(Blocks, first)
        assert not manager.has(Blocks, second)
        manager.drop_all()
        assert not manager.has(Blocks, first)


def test_a_module_pass_keeps_what_it_declares(source, register) -> None:
    seen: list[tuple[int, int]] = []

    @module_pass("test-drop-everywhere", preserves=("blocks",))
    def everywhere(module, ctx) -> bool:
        return sum(drop_an_add(function) for function in module.definitions) > 0

    register(counting("test-count", seen))
    register(everywhere)
    assert run(source, "test-count,test-drop-everywhere,test-count", "--strict-passes").code == 0
    assert seen == [(2, 1), (1, 1)]


# --- strict mode ---


def expect(source: str, passes: str, said: str) -> None:
    """Nothing without strict mode, this error with it."""
    assert run(source, passes).code == 0
    done = run(source, passes, "--strict-passes")
    assert done.code != 0
    assert said in done.err
    assert done.out == ""


def test_reading_an_undeclared_option_raises(source, register) -> None:
    @function_pass("test-reads")
    def reads(function: Function, ctx: PassContext) -> bool:
        return ctx.option(KNOB) != 3

    register(reads)
    expect(source, "test-reads", "pass test-reads reads option test-knob, which its header does not name")


def test_a_declared_option_may_be_read(source, register) -> None:
    @function_pass("test-reads", reads=(KNOB,))
    def reads(function: Function, ctx: PassContext) -> bool:
        return ctx.option(KNOB) != 3

    register(reads)
    assert run(source, "test-reads", "--strict-passes").code == 0


def test_using_an_undeclared_analysis_raises(source, register) -> None:
    @function_pass("test-uses")
    def uses(function: Function, ctx: PassContext) -> bool:
        return ctx.analysis(Adds, function).count < 0

    register(uses)
    expect(source, "test-uses", "pass test-uses uses analysis adds, which its header does not name")


def test_a_pass_that_asks_again_after_its_own_edit_sees_it(source, register) -> None:
    """An analysis may be declared by its name too."""
    seen: list[int] = []

    @function_pass("test-asks-again", needs=("adds",))
    def asks_again(function: Function, ctx: PassContext) -> bool:
        seen.append(ctx.analysis(Adds, function).count)
        changed = drop_an_add(function)
        ctx.edited(function)
        seen.append(ctx.analysis(Adds, function).count)
        return changed

    register(asks_again)
    assert run(source, "test-asks-again", "--strict-passes").code == 0
    assert seen[:2] == [2, 1]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda function, ctx: drop_an_add(function) and False, "changed the IR and says it did not"),
        (lambda function, ctx: True, "says it changed the IR and did not"),
    ],
    ids=["hidden change", "no change"],
)
def test_a_wrong_answer_raises(source, register, body: Callable[..., bool], said: str) -> None:
    register(function_pass("test-lies")(body))
    expect(source, "test-lies", f"pass test-lies {said}")


@pytest.mark.parametrize("claimed", ["adds", "blocks", "cfg"])
def test_a_wrong_claim_to_preserve_raises(source, register, claimed) -> None:
    @function_pass("test-claims", preserves=(claimed,))
    def claims(function: Function, ctx: PassContext) -> bool:
        if function.name != "k":
            return False
        edit.split_before(list(function.instructions)[1])
        return drop_an_add(function)

    register(counting("test-count", []))
    register(claims)
    name = "adds" if claimed == "adds" else "blocks"
    expect(source, "test-count,test-claims", f"pass test-claims: analysis {name} was declared preserved and is not")


def test_a_true_claim_to_preserve_passes(source, register) -> None:
    register(counting("test-count", []))
    register(dropping(("cfg",)))
    assert run(source, "test-count,test-drop,test-count", "--strict-passes").code == 0


def test_facts_computed_inside_the_pass_are_checked_too(source, register) -> None:
    @function_pass("test-claims", needs=(Adds,), preserves=("adds",))
    def claims(function: Function, ctx: PassContext) -> bool:
        return ctx.analysis(Adds, function).count > 0 and drop_an_add(function)

    register(claims)
    expect(source, "test-claims", "analysis adds was declared preserved and is not")


def test_a_pass_that_raises_is_named(source, register) -> None:
    @function_pass("test-fails")
    def fails(function: Function, ctx: PassContext) -> bool:
        raise KeyError("on purpose")

    register(fails)
    assert "pass test-fails failed: KeyError: 'on purpose'" in run(source, "test-fails").err


@pytest.mark.parametrize(("passes", "features"), [("nvopt<O3>", 6), ("default<O1>", 0), ("nvopt<O1>,nvopt<O3>", 0)])
def test_passes_see_what_the_named_level_sets(source, register, passes, features) -> None:
    seen: set[int] = set()

    @function_pass("test-features", reads=(FEATURES,))
    def body(function: Function, ctx: PassContext) -> bool:
        seen.add(ctx.option(FEATURES))
        return False

    register(body)
    assert run(source, f"{passes},test-features").code == 0
    assert seen == {features}


def test_a_kept_pipeline_holds_no_settings_of_another_compile(source, register) -> None:
    seen: list[int] = []

    @module_pass("test-arch", reads=(MAX_REGISTERS,))
    def body(module, ctx: PassContext) -> bool:
        seen.append(ctx.option(MAX_REGISTERS))
        return False

    register(body)
    for limit in (32, 64):
        assert run(source, "test-arch", f"-maxreg={limit}").code == 0
    assert seen == [32, 64]
