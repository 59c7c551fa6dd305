"""Every slot and every knob does something, is refused with a reason, or is said to be idle when it is set.

What counts as doing something is read from the registry: a step that is there or not, or has other parameters, at some
level or on some path; a built pass that names the option in its header; a part of the compiler outside the passes.
"""

from __future__ import annotations

import sys
from functools import cache
from inspect import getsource
from typing import Any

import pytest

import opencicc
from opencicc.errors import UsageError
from opencicc.options.option import Option
from opencicc.options.read import find_settable
from opencicc.options.registry import optimizer_options
from opencicc.options.slots import BY_NAME, BY_NUMBER
from opencicc.options.values import OptionValues
from opencicc.passes.bodies import body_of
from opencicc.passes.info import Status
from opencicc.passes.registry import find_pass, has_pass
from opencicc.pipeline.assemble import PluginPass, assemble
from opencicc.pipeline.readers import PARTS_NOT_BUILT, READ_BY_BODIES, READ_BY_STAGES, idle_settings, readers_of
from opencicc.pipeline.spec.names import Level
from opencicc.pipeline.step import Step
from opencicc.target import Target

OPTIONS = list(optimizer_options().values())
SLOTS = [option for option in OPTIONS if option.slot is not None]
NAMED = [option for option in OPTIONS if not option.name.startswith("slot-")]
PIPELINES = (
    *((level, "") for level in (Level.O3, Level.O1, Level.OFCMID, Level.OFCMAX, Level.O0)),
    *((Level.O3, path) for path in ("default", "mid", "ptx")),
)
# Slots that only matter beside another one.
BESIDE: dict[str, dict[str, object]] = {
    "lower-barriers-param": {"do-barrier-opt": True},
    "no-inline-b": {"no-inline-a": False},
    "no-branchdist-a": {"branch-dist": True},
    "no-branchdist-b": {"branch-dist": True},
    "nv-disable-scev-cgp": {"do-scev-cgp": True},
    "do-scev-cgp": {"nv-disable-scev-cgp": False},
    "no-dump": {},
}
PLUGIN = (PluginPass(Step("sroa"), 5),)


def other_values(option: Option[Any]) -> list[object]:
    """Values that are not the default, the likeliest to matter first."""
    default = option.default
    if isinstance(default, bool):
        return [not default]
    if isinstance(default, int):
        low = option.minimum if option.minimum is not None else -1
        high = option.maximum if option.maximum is not None else 9
        return [value for value in (0, 1, low, high, 2, -1) if value != default and low <= value <= high]
    if option.choices:
        return [choice for choice in option.choices if choice != default]
    return [("k",)] if isinstance(default, tuple) else ["x"]


@cache
def steps_with(settings: tuple[tuple[str, object], ...], level: Level, path: str) -> tuple[tuple[str, str], ...]:
    known = optimizer_options()
    values = OptionValues().with_values([(known[name], value, "test") for name, value in settings])
    steps = assemble(values, Target(90), path, level, PLUGIN)
    return tuple((leaf.text, step.factory) for step in steps for leaf in step.leaves)


def changes_some_pipeline(option: Option[Any]) -> bool:
    if not readers_of(option):
        return False
    beside = tuple(BESIDE.get(option.name, {}).items())
    return any(
        steps_with((*beside, (option.name, value)), level, path) != steps_with(beside, level, path)
        for value in other_values(option)
        for level, path in PIPELINES
    )


def is_read_by_a_body(option: Option[Any]) -> bool:
    readers = [reader for reader in readers_of(option) if has_pass(reader)]
    built = [reader for reader in readers if find_pass(reader).status is Status.BUILT]
    return any(option.name in {read.name for read in body_of(reader).reads} for reader in built)


def is_read_outside(option: Option[Any]) -> bool:
    outside = [reader for reader in readers_of(option) if not has_pass(reader) and reader not in PARTS_NOT_BUILT]
    return bool(outside) or option.name in (*READ_BY_STAGES, *READ_BY_BODIES)


def says_that_it_is_idle(option: Option[Any]) -> bool:
    values = OptionValues().with_values([(option, other_values(option)[0], "test")])
    return any(f"option {option.name} is set" in sentence for sentence in idle_settings(values))


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_acts_or_is_refused_or_says_that_it_is_idle(option: Option[Any]) -> None:
    if option.unsupported:
        with pytest.raises(UsageError, match="is not supported"):
            find_settable(option.name)
        return
    acts = is_read_by_a_body(option) or is_read_outside(option) or changes_some_pipeline(option)
    assert acts or says_that_it_is_idle(option)


@pytest.mark.parametrize("option", NAMED, ids=lambda option: option.name)
def test_a_named_option_is_idle_only_while_its_pass_is_not_built(option: Option[Any]) -> None:
    if option.unsupported or is_read_by_a_body(option) or is_read_outside(option) or changes_some_pipeline(option):
        return
    statuses = {find_pass(reader).status for reader in readers_of(option) if has_pass(reader)}
    assert statuses & {Status.NOT_BUILT, Status.STAND_IN} or option.name in STILL_UNREAD, (option.name, statuses)


# Knobs of passes that are built in part.
STILL_UNREAD: tuple[str, ...] = ()


def test_slots_of_factories_that_nobody_knows_are_refused_with_that_reason() -> None:
    for number in (25, 27, 153):
        name = BY_NUMBER[number].option.name
        with pytest.raises(UsageError, match=f"option {name} is not supported: no source says what factory sub_"):
            find_settable(name)


KERNEL = """
target triple = "nvptx64-nvidia-cuda"
@.str = private unnamed_addr constant [11 x i8] c"__CUDA_FTZ\\00"
declare i32 @__nvvm_reflect(ptr)
define ptx_kernel void @k(ptr %p, i32 %a, i32 %b) {
  %q = call i32 @__nvvm_reflect(ptr @.str)
  %x = mul i32 %a, %b
  %y = add i32 %x, %q
  store volatile i32 %y, ptr %p
  br label %next
next:
  %z = mul i32 %a, %b
  store volatile i32 %z, ptr %p
  ret void
}
"""


def compiled(**options: object) -> opencicc.CompileResult:
    return opencicc.compile(KERNEL, "sm_90", options={name.replace("_", "-"): value for name, value in options.items()})


def warnings(result: opencicc.CompileResult) -> list[str]:
    return [text for severity, text in result.trace.diagnostics if severity == "warning"]


def test_slot_9_is_the_level_of_code_generation() -> None:
    plain, lowest = compiled(passes="require<domtree>"), compiled(passes="require<domtree>", codegen_opt_level=0)
    # Its steps on IR are left out too: nothing finds out that a kernel's pointer is a global one.
    assert "st.volatile.global.b32" in plain.ptx
    assert "st.volatile.b32" in lowest.ptx
    assert warnings(lowest) == []


@pytest.mark.parametrize("off", [{"no-nvvm-reflect": True}, {"nvvm-reflect-enable": False}], ids=str)
def test_queries_stay_where_reflect_is_off(off: dict[str, object]) -> None:
    on, without = (opencicc.compile(KERNEL, "sm_90", options={**more, "stop-after": "opt"}) for more in ({}, off))
    assert b"__nvvm_reflect" not in on.bitcode
    assert b"__nvvm_reflect" in without.bitcode


def texts(**settings: object) -> list[str]:
    known = tuple((name.replace("_", "-"), value) for name, value in settings.items())
    return [text for text, _ in steps_with(known, Level.O3, "")]


def test_slots_that_are_parameters_of_steps() -> None:
    assert "memory-space-opt<second-time>" in texts()
    assert "memory-space-opt<second-time>" not in texts(memory_space_second_time=False)
    assert texts(late_opt_mode=True).count("early-cse<memssa>") == texts().count("early-cse<memssa>") + 1
    step = "nvvm-lower-barriers<level=1>"
    plain, lowered = texts(do_barrier_opt=True), texts(do_barrier_opt=True, lower_barriers_param=True)
    assert lowered.count(step) == plain.count(step) + 1


def test_the_bit_for_phase_ii_is_refused() -> None:
    with pytest.raises(UsageError, match="asks for the target's own phase II passes"):
        compiled(feature_word=4)


@pytest.mark.parametrize("acting", [{"do-ip-msp": False}, {"feature-word": -1}, {"no-dce": True}], ids=str)
def test_what_acts_is_not_called_idle(acting: dict[str, object]) -> None:
    assert warnings(opencicc.compile(KERNEL, "sm_90", options=acting)) == []


def test_what_changes_nothing_here_is_said() -> None:
    result = opencicc.compile(KERNEL, "sm_90", 0, options={"no-licm": True})
    assert warnings(result) == [
        "option no-licm is set (options['no-licm']), but no step of this pipeline depends on it"
    ]
    assert BY_NAME["no-licm"].option.default is False


@pytest.mark.parametrize("name", READ_BY_BODIES)
def test_a_slot_that_a_body_reads_is_named_there(name: str) -> None:
    (reader,) = readers_of(BY_NAME[name].option)
    assert str(BY_NAME[name].offset) in getsource(sys.modules[body_of(reader).body.__module__])
