"""Every guard turns off exactly its pass, wherever the pass stands."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from opencicc.options import registry
from opencicc.options.slots import BY_NAME, BY_OFFSET, SLOTS, Layout
from opencicc.options.toggles import DO_IP_MSP, DO_REMAT
from opencicc.options.values import OptionValues
from opencicc.pipeline.assemble import assemble
from opencicc.pipeline.readers import readers_of
from opencicc.pipeline.spec.guards import Situation, parse_guard, pass_guards
from opencicc.pipeline.spec.names import Level
from opencicc.target import Target

PROCESS_RESTRICT, BRANCH_DIST, MEMORY_SPACE_OPT, ENABLE_NVVM_PEEPHOLE, NVVM_LOWER_PRINTF, NVVM_REFLECT_ENABLE = (
    registry.find(name)
    for name in (
        *("process-restrict", "branch-dist", "memory-space-opt"),
        *("enable-nvvm-peephole", "nvvm-lower-printf", "nvvm-reflect-enable"),
    )
)

CASES = [
    (Level.O1, ""),
    (Level.O3, ""),
    (Level.OFCMAX, ""),
    (Level.OFCMID, ""),
    (Level.O3, "ptx"),
    (Level.O3, "default"),
]
# With these the rest of the pipeline is there for a guard to act on.
EVERYTHING = [(BY_OFFSET[offset].option, value) for offset, value in
              ((3488, True), (3000, True), (3080, True), (400, False), (520, False), (2360, False), (3704, True))]  # fmt: skip


@cache
def plain_names(level, language):
    return count_names((), level, language)


def names(changes=(), level=Level.O3, language=""):
    return count_names(changes, level, language) if changes else plain_names(level, language)


def count_names(changes, level, language):
    """How often each pass stands in the pipeline, managers' insides included."""
    wanted = {option.name: (option, value, "test") for option, value in (*EVERYTHING, *changes)}
    values = OptionValues().with_values(list(wanted.values()))
    steps = assemble(values, Target(90), language, level)
    return Counter(leaf.name for step in steps for leaf in step.leaves)


DISABLES = sorted(
    (name, literal.offset)
    for name, text in pass_guards().items()
    for literal in parse_guard(text).literals
    if literal.offset is not None and literal.text.startswith("!")
)
ENABLES = sorted(
    (name, literal.offset)
    for name, text in pass_guards().items()
    for literal in parse_guard(text).literals
    if literal.offset is not None and not literal.text.startswith("!")
)


@pytest.mark.parametrize(("name", "offset"), DISABLES)
def test_a_disable_slot_leaves_no_step_of_its_pass_anywhere(name, offset) -> None:
    for level, language in CASES:
        assert names([(BY_OFFSET[offset].option, True)], level, language)[name] == 0


@pytest.mark.parametrize(("name", "offset"), ENABLES)
def test_an_enable_slot_leaves_none_when_off(name, offset) -> None:
    for level, language in CASES:
        assert names([(BY_OFFSET[offset].option, False)], level, language)[name] == 0


def test_every_guarded_pass_is_somewhere_by_default() -> None:
    seen: Counter[str] = sum((names(level=level, language=language) for level, language in CASES), Counter())
    off_by_default = {"sink", "base-address-sr", "basic-dbe", "branch-dist", "common-base-elim", "cssa", "gvn-variant", "normalize-gep", "nvvm-ir-verification", "nvvm-verify", "print-convergence",
                      "process-restrict", "scev-cgp", "sign-ext-expand", "sign-ext-simplify", "sink<rp-aware>"}  # fmt: skip
    assert [name for name in pass_guards() if not seen[name] and name not in off_by_default] == []


# Whole lists come and go with the slots that the assembler and the wrappers read: those have tests of their own.
GUARD_SLOTS = [
    slot
    for slot in SLOTS
    if slot.layout.is_bool and readers_of(slot.option) and not set(readers_of(slot.option)) & {"assembler", "standard"}
]


@pytest.mark.parametrize("slot", GUARD_SLOTS, ids=lambda slot: slot.option.name)
def test_flipping_a_slot_touches_no_pass_but_its_readers(slot) -> None:
    readers = set(readers_of(slot.option))
    now = {option.name: value for option, value in EVERYTHING}.get(slot.option.name, slot.option.default)
    for level, language in CASES:
        before, after = names((), level, language), names([(slot.option, not now)], level, language)
        assert {name for name in before | after if before[name] != after[name]} <= readers


@pytest.mark.parametrize(
    ("option", "value", "name"),
    [
        (BY_NAME["do-licm"].option, False, "licm"),
        (DO_REMAT, 0, "remat"),
        (DO_IP_MSP, False, "ipmsp"),
        (MEMORY_SPACE_OPT, False, "memory-space-opt"),
        (NVVM_REFLECT_ENABLE, False, "nvvm-reflect"),
        (ENABLE_NVVM_PEEPHOLE, False, "nvvm-peephole-optimizer"),
    ],
)
def test_a_toggle_turns_off_exactly_its_pass(option, value, name) -> None:
    for level, language in CASES:
        before, after = names((), level, language), names([(option, value)], level, language)
        assert after[name] == 0
        changed = {other for other in before if before[other] != after[other]}
        assert changed <= set(readers_of(option)) | {name}


def test_a_knob_can_bring_a_pass_in() -> None:
    assert names()["printf-lowering"] == 1
    assert names([(NVVM_LOWER_PRINTF, False)])["printf-lowering"] == 0
    assert names([(PROCESS_RESTRICT, True)])["process-restrict"] == 1
    assert names([(BRANCH_DIST, True)])["basic-dbe"] == 1


def test_no_nvvm_verify_takes_the_tiers_wrappers_with_it() -> None:
    steps = assemble(
        OptionValues().with_values([(BY_OFFSET[600].option, True, "test")]), Target(90), "", Level.O3
    )  # fmt: skip
    assert not any(step.where.startswith("tier 3") and "standard" in step.where for step in steps)
    assert any(step.where.startswith("tier 0") and "standard" in step.where for step in steps)


@pytest.mark.parametrize(
    ("text", "sm", "tier", "holds"),
    [
        ("tier!=1", 75, 1, False),
        ("tier!=1", 75, 2, True),
        ("tier==3", 75, 3, True),
        ("sm>=80", 75, 0, False),
        ("sm>=80", 80, 0, True),
        ("2880 !1240", 75, 0, True),
        ("!2880|1240", 75, 0, False),
        ("!2880|2880", 75, 0, True),
        ("do-ip-msp", 75, 0, True),
        ("!do-ip-msp", 75, 0, False),
    ],
)
def test_guard_notation(text, sm, tier, holds) -> None:
    assert parse_guard(text).holds(Situation(OptionValues(), sm, tier)) is holds


def test_a_guard_prints_like_the_published_ones() -> None:
    assert str(parse_guard("3200 !920 tier!=1")) == "opts[3200] && !opts[920] && tier!=1"
    assert str(parse_guard("!1960|3000")) == "!opts[1960] || opts[3000]"
    assert str(parse_guard("!1960|3000 !880")) == "(!opts[1960] || opts[3000]) && !opts[880]"


@pytest.mark.parametrize("text", ["2881", "tier>1", "?"])
def test_a_bad_guard_is_refused(text) -> None:
    with pytest.raises(ValueError, match="bad guard"):
        parse_guard(text)


def test_the_language_slot_is_the_only_pointer() -> None:
    assert [slot.number for slot in SLOTS if slot.layout is Layout.STRING_PTR] == [181]
