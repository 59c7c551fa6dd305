"""Pipeline text: what is read, what is refused, and that printing reads back to the same steps."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opencicc.errors import UsageError
from opencicc.options.values import OptionValues
from opencicc.passes.registry import Kind, Status, all_passes
from opencicc.pipeline.assemble import assemble
from opencicc.pipeline.spec.names import Level
from opencicc.pipeline.step import Step, linearize, native_text
from opencicc.pipeline.text.parse import parse_pipeline, print_pipeline
from opencicc.target import Target

RUNNABLE = [info for info in all_passes() if info.status is not Status.REFUSED and info.kind is not Kind.ANALYSIS]


def words(info):
    """Parameters this pass takes, with a value where one is open."""
    return [pattern.replace("*", "7") for pattern in info.params]


def passes(kinds):
    chosen = [info for info in RUNNABLE if info.kind in kinds]
    return st.sampled_from(chosen).flatmap(
        lambda info: st.builds(
            Step,
            st.just(info.name),
            st.lists(st.sampled_from(words(info)), unique=True, max_size=3).map(tuple) if info.params else st.just(()),
        )
    )


LOOP = passes((Kind.LOOP, Kind.LOOPNEST))
FUNCTION = passes((Kind.FUNCTION, Kind.LOOP, Kind.LOOP_MSSA))


def manager(name, inside, params=()):
    return st.lists(inside, min_size=1, max_size=3).map(lambda steps: Step(name, params, tuple(steps)))


IN_FUNCTION = st.one_of(FUNCTION, manager("loop", LOOP), manager("loop-mssa", LOOP))
ANY = st.one_of(
    passes(tuple(Kind)),
    manager("function", IN_FUNCTION),
    manager("function", IN_FUNCTION, ("eager-inv",)),
    manager("cgscc", st.one_of(passes((Kind.CGSCC,)), manager("function", IN_FUNCTION))),
    manager("repeat", passes((Kind.MODULE,)), ("2",)),
    st.sampled_from([Step("require", ("domtree",)), Step("invalidate", ("all",)), Step("nvopt", ("O3",))]),
)


# No limit on time: a busy machine would fail a test that is about text.
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(ANY, min_size=1, max_size=6).map(tuple))
def test_any_pipeline_prints_and_reads_back(steps) -> None:
    assert parse_pipeline(print_pipeline(steps)) == steps


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("language", ["", "ptx", "mid", "min", "default"])
def test_assembled_pipelines_read_back(level, language) -> None:
    steps = assemble(OptionValues(), Target(90), language, level)
    assert parse_pipeline(print_pipeline(steps)) == steps


def test_blanks_and_nesting() -> None:
    (step,) = parse_pipeline(" function( sroa , loop-mssa( licm ,loop-rotate ) ) ")
    assert step.text == "function(sroa,loop-mssa(licm,loop-rotate))"
    assert [leaf.name for leaf in step.leaves] == ["sroa", "licm", "loop-rotate"]


def test_legacy_names_are_aliases() -> None:
    assert print_pipeline(parse_pipeline("memory-space-opt-pass,nvvmrematerialize")) == "memory-space-opt,remat"


def test_names_with_brackets_are_not_parameters() -> None:
    steps = parse_pipeline(
        "print<domtree>,sink<rp-aware>,print<da><normalized-results>,memory-space-opt<first-time;warnings>"
    )
    assert [step.name for step in steps] == ["print<domtree>", "sink<rp-aware>", "print<da>", "memory-space-opt"]
    assert steps[3].params == ("first-time", "warnings")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lcm", "unknown pass name 'lcm'\n  at:  pipeline text, column 1\n  fix: did you mean 'licm'?"),
        (
            "sroa,memory-space-opt<third-time>",
            "invalid MemorySpaceOpt pass parameter 'third-time'\n  at:  pipeline text, column 6",
        ),
        ("sroa<x>", "invalid sroa pass parameter 'x'"),
        ("dce<x>", "dce takes no parameters"),
        ("function(", "a pass name is missing here"),
        ("function(sroa", "a ')' is missing here"),
        ("sroa)", "')' has no counterpart"),
        ("sroa<preserve-cfg", "a '>' is missing"),
        ("", "a pass name is missing here"),
        ("sroa,,dce", "a pass name is missing here"),
        ("function", "'function' needs passes inside"),
        ("sroa(dce)", "'sroa' takes no passes inside"),
        ("loop(sroa)", "'sroa' is a function pass: it cannot stand inside loop(...)"),
        ("loop(licm)", "'licm' is a loop-mssa pass: it cannot stand inside loop(...)"),
        ("function(globaldce)", "'globaldce' is a module pass"),
        ("function(nvopt<O3>)", "only stands at the top level"),
        ("function<fast>(sroa)", "'function' takes no parameter 'fast'"),
        ("repeat(sroa)", "'repeat' needs a count"),
        ("devirt<0>(inline)", "'devirt' needs a count"),
        ("require<nothing>", "unknown analysis 'nothing'"),
        ("trigger-crash-module", "pass 'trigger-crash-module' is not run here: crashes on purpose"),
        ("view-cfg", "opens a viewer"),
        ("machine-cse", "unknown pass name 'machine-cse'"),
    ],
)
def test_what_is_refused(text, message) -> None:
    with pytest.raises(UsageError) as caught:
        parse_pipeline(text)
    assert message in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("text", "native"),
    [
        ("sroa", "function(sroa)"),
        ("instcombine", "function(instcombine<no-verify-fixpoint>)"),
        ("instcombine<verify-fixpoint>", "function(instcombine<verify-fixpoint>)"),
        ("instcombine<max-iterations=2>", "function(instcombine<max-iterations=2;no-verify-fixpoint>)"),
        ("licm", "function(loop-mssa(licm))"),
        ("indvars", "function(loop(indvars))"),
        ("function-attrs", "cgscc(function-attrs)"),
        ("globaldce", "globaldce"),
        ("loop-mssa(licm,loop-rotate)", "function(loop-mssa(licm,loop-rotate))"),
        ("function(instcombine,dce)", "function(instcombine<no-verify-fixpoint>,dce)"),
        ("codegenprepare", "require<profile-summary>,function(codegenprepare)"),
        ("expand-ir-insts", "require<libcall-lowering-info>,function(expand-ir-insts<O2>)"),
        ("llvm-default<O2>", "default<O2>"),
    ],
)
def test_what_libllvm_gets(text, native) -> None:
    (step,) = parse_pipeline(text)
    assert native_text(step) == native


def test_a_manager_of_native_passes_runs_whole_and_one_with_ours_is_taken_apart() -> None:
    (native,) = parse_pipeline("function(sroa,dce)")
    assert linearize(native) == [native]
    (mixed,) = parse_pipeline("repeat<2>(function(sroa,nvvm-peephole-optimizer))")
    assert [step.name for step in linearize(mixed)] == ["sroa", "nvvm-peephole-optimizer"] * 2
