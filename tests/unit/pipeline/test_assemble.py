"""The assembler: which lists run for which level, tiers around plugins, and what the single options change."""

from __future__ import annotations

import pytest

from opencicc.errors import UsageError
from opencicc.options import registry
from opencicc.options.features import FEATURES
from opencicc.options.image import FEATURE_WORD, THRESHOLDS
from opencicc.options.slots import BY_NAME
from opencicc.options.values import OptionValues
from opencicc.pipeline.assemble import PluginPass, assemble, expand_names
from opencicc.pipeline.spec.levels import effective_options
from opencicc.pipeline.spec.names import Level
from opencicc.pipeline.step import BARRIER_FLAG, Step
from opencicc.pipeline.text.listing import inactive, listing
from opencicc.pipeline.text.parse import parse_pipeline
from opencicc.target import Target

LSA_OPT, MEMORY_SPACE_OPT = (registry.find(name) for name in ("lsa-opt", "memory-space-opt"))

SM90 = Target(90)


def values(**settings):
    return OptionValues().with_values([(option_of(name), value, "test") for name, value in settings.items()])


def option_of(name):
    known = {"feature_word": FEATURE_WORD, "features": FEATURES}
    known |= {f"threshold_{tier}": option for tier, option in enumerate(THRESHOLDS)}
    return known.get(name) or BY_NAME[name.replace("_", "-")].option


def places(steps):
    """The parts of a pipeline in order, each once: 'phase 2', 'tier 0', ..."""
    return list(dict.fromkeys(step.where.split(" #")[0].split(",")[0] for step in steps))


@pytest.mark.parametrize("tier", [1, 2, 3])
def test_an_o_level_is_phase_2_tier_0_and_its_own_tier(tier) -> None:
    steps = assemble(OptionValues(), SM90, "", Level(f"O{tier}"))
    middle = ["phase 2", "tier 0", f"tier {tier}", "phase 5", "codegen dispatch"]
    assert places(steps) == ["phase 0", "needed", *middle, "machine stage"]


@pytest.mark.parametrize(
    ("level", "language", "expected"),
    [
        (Level.O0, "", ["phase 0", "needed", "O0", "phase 5", "codegen dispatch"]),
        (Level.O0, "mid", ["phase 0", "needed", "O0", "phase 5", "codegen dispatch"]),
        (Level.OFCMAX, "", ["phase 0", "needed", "Ofcmax", "phase 5", "codegen dispatch"]),
        (Level.OFCMID, "", ["phase 0", "needed", "path mid", "phase 5", "codegen dispatch"]),
        (Level.OFCMIN, "", ["phase 0", "needed", "path min", "phase 5", "codegen dispatch"]),
        (Level.O3, "ptx", ["phase 0", "needed", "path ptx", "phase 5", "codegen dispatch", "machine stage"]),
        (Level.O2, "default", ["phase 0", "needed", "path default", "phase 5", "codegen dispatch", "machine stage"]),
    ],
)
def test_a_path_list_takes_the_place_of_the_tiers(level, language, expected) -> None:
    assert places(assemble(OptionValues(), SM90, language, level)) == expected


def test_the_language_slot_selects_like_the_argument() -> None:
    assert assemble(values(language="mid"), SM90, "", Level.O3) == assemble(OptionValues(), SM90, "mid", Level.O3)


def plugin(position):
    return PluginPass(Step("helloworld"), position, f"at{position}")


def test_a_tier_goes_in_front_of_the_first_plugin_beyond_its_threshold() -> None:
    settings = values(threshold_0=5, threshold_3=10)
    steps = assemble(settings, SM90, "", Level.O3, [plugin(1), plugin(6), plugin(7), plugin(11)])
    middle = [place for place in places(steps) if place.startswith(("tier", "plugin"))]
    assert middle == ["plugin at1", "tier 0", "plugin at6", "plugin at7", "tier 3", "plugin at11"]


def test_tiers_that_no_plugin_passes_run_after_all_plugins_once() -> None:
    steps = assemble(values(threshold_0=50, threshold_3=50), SM90, "", Level.O3, [plugin(1), plugin(2)])
    middle = [place for place in places(steps) if place.startswith(("tier", "plugin"))]
    assert middle == ["plugin at1", "plugin at2", "tier 0", "tier 3"]
    assert sum(step.where == "tier 0 #1" for step in steps) == 1


def test_assembling_twice_gives_the_same() -> None:
    once = assemble(OptionValues(), SM90, "", Level.O3)
    assert assemble(OptionValues(), SM90, "", Level.O3) == once


def test_plugins_are_verified_when_asked() -> None:
    steps = assemble(values(verify_after_plugins=True), SM90, "", Level.O3, [plugin(1), plugin(2)])
    assert [step.name for step in steps if step.where.startswith("after plugin")] == ["verify", "verify"]


def test_tier_slots_can_be_set_by_hand_too() -> None:
    steps = assemble(values(tier_1=True), SM90, "", Level.O3)
    assert [place for place in places(steps) if place.startswith("tier")] == ["tier 0", "tier 1", "tier 3"]
    steps = assemble(values(tier_0=False), SM90, "", Level.O2)
    assert [place for place in places(steps) if place.startswith("tier")] == ["tier 2"]


def test_tier_3_escalates_the_features_unless_given() -> None:
    assert effective_options(OptionValues(), Level.O3)[FEATURES] == 6
    assert effective_options(OptionValues(), Level.O2)[FEATURES] == 0
    assert effective_options(values(features=2), Level.O3)[FEATURES] == 2
    assert [s.text for s in assemble(OptionValues(), SM90, "", Level.O3) if s.name == "set-features"] == [
        "set-features<6>"
    ]
    assert effective_options(OptionValues(), Level.O3).origin(FEATURES) == "tier 3"


def test_fast_compile_max_forces_two_passes_off() -> None:
    asked = OptionValues().with_values([(LSA_OPT, True, "test"), (MEMORY_SPACE_OPT, True, "test")])
    forced = effective_options(asked, Level.OFCMAX)
    assert forced[LSA_OPT] is False and forced[MEMORY_SPACE_OPT] is False
    assert forced.origin(LSA_OPT) == "level Ofcmax"


def test_the_bypass_leaves_infrastructure_and_codegen() -> None:
    steps = assemble(values(bypass_pipeline=True), SM90, "", Level.O3)
    assert places(steps) == ["phase 0", "needed", "codegen dispatch"]


def test_block_naming_is_the_last_step_on_ir() -> None:
    assert [step.name for step in assemble(values(name_blocks=True), SM90, "", Level.O2)][-2:] == [
        "name-blocks",
        "machine",
    ]
    assert all(step.name != "name-blocks" for step in assemble(OptionValues(), SM90, "", Level.O2))


@pytest.mark.parametrize("word", [4, 6])
def test_bit_2_of_the_feature_word_asks_for_phase_ii_codegen_which_nobody_knows(word) -> None:
    with pytest.raises(UsageError, match="asks for the target's own phase II passes"):
        assemble(values(feature_word=word), SM90, "", Level.O3)
    assert assemble(values(feature_word=2), SM90, "", Level.O3)


def test_a_negative_feature_word_limits_the_tiers_unrolling() -> None:
    def unrolls(word):
        steps = assemble(values(feature_word=word), SM90, "", Level.O3)
        return [s.text for s in steps if s.name == "loop-unroll" and s.where.startswith("tier 3 #45")]

    assert unrolls(0) == ["loop-unroll<O3>"]
    assert unrolls(-1) == ["loop-unroll<O3;no-partial;no-runtime;no-upperbound;no-profile-peeling>"]


def test_arguments_that_depend_on_slots() -> None:
    def texts(**settings):
        return [step.text for step in assemble(values(**settings), SM90, "", Level.O3)]

    assert "memory-space-opt<second-time>" in texts()
    assert "memory-space-opt<first-time>" in texts(memory_space_second_time=False)
    assert "nvvm-lower-barriers<level=1>" in texts(do_barrier_opt=True, lower_barriers_param=True)


def test_the_wrappers_number_is_the_inliners_iteration_count() -> None:
    def counts(level, language=""):
        steps = assemble(OptionValues(), SM90, language, level)
        return [step.params[0] for step in steps if step.name == "inline" and "standard" in step.where]

    assert set(counts(Level.O3)) == {"iterations=1"}
    assert counts(Level.OFCMID) == ["iterations=5", "iterations=8", "iterations=8"]
    assert counts(Level.O3, "default") == [f"iterations={n}" for n in (4, 5, 1, 4)]


def test_the_ptx_path_has_no_sroa_gvn_loops_or_inlining() -> None:
    steps = assemble(OptionValues(), SM90, "ptx", Level.O3)
    path = [leaf for step in steps if step.where.startswith("path") for leaf in step.leaves]
    assert not {leaf.name for leaf in path} & {"sroa", "gvn", "inline", "licm", "loop-unroll"}


def test_every_architecture_has_the_same_steps() -> None:
    """The plans of the levels are made once for all of them: nvvm-reduction itself asks for sm_80 (tests/ir)."""
    old, new = (listing(assemble(OptionValues(), Target(sm), "", Level.O3)) for sm in (75, 90))
    assert "nvvm-reduction" in new and new == old


def test_steps_that_do_nothing_are_visible() -> None:
    steps = parse_pipeline("sroa,factory-1922f90")
    assert [step.name for step in inactive(steps)] == ["factory-1922f90"]
    assert "unidentified" in listing(steps).splitlines()[-1]


def test_steps_that_codegen_depends_on_get_the_barrier_bit() -> None:
    steps = assemble(OptionValues(), SM90, "", Level.O3)
    marked = {step.name for step in steps if step.flags & BARRIER_FLAG}
    assert marked == {"lower-aggr-copies", "lower-struct-args", "memory-space-opt", "remat"}


def test_pipeline_names_in_text_stand_for_their_steps() -> None:
    options = OptionValues()
    for text in ("nvopt<O2>", "default<O2>"):
        steps = expand_names(parse_pipeline(f"{text},dce"), options, SM90)
        assert steps[:-1] == assemble(options, SM90, "", Level.O2)
        assert steps[-1].name == "dce"
    for text in ("nvopt<O4>", "default<Ofcmaxx>", "nvopt"):
        with pytest.raises(UsageError):
            expand_names(parse_pipeline(text), options, SM90)
