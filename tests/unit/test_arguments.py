"""The command line in cicc's spelling: each word, what it sets, and what it says when it can't."""

from __future__ import annotations

import pytest

from opencicc.cli.arguments import Arguments
from opencicc.errors import UsageError


def read(*words: str) -> dict[str, object]:
    """Option names and values that a command line sets."""
    return {option.name: value for option, value, _ in Arguments(list(words)).changes}


def refusal(*words: str) -> UsageError:
    with pytest.raises(UsageError) as caught:
        Arguments(list(words))
    return caught.value


@pytest.mark.parametrize(
    "words",
    [
        ("-arch=sm_90",),
        ("--arch=sm_90",),
        ("-arch", "sm_90"),
        ("-archsm_90",),
        ("--nv_arch", "sm_90"),
        ("-nv-arch=sm_90",),
        ("-mcpu=sm_90",),
        ("-opt-arch=sm_90",),
        ("-Xopt", "-opt-arch=sm_90"),
        ("-Xllc", "-mcpu=sm_90"),
    ],
    ids=" ".join,
)
def test_architecture_spellings(words: tuple[str, ...]) -> None:
    assert read(*words) == {"arch": "sm_90"}


@pytest.mark.parametrize(
    ("words", "level"),
    [
        (("-O0",), 0),
        (("-O1",), 1),
        (("-O2",), 2),
        (("-O3",), 3),
        (("--O3",), 3),
        (("-opt=0",), 0),
        (("-opt=3",), 3),
        (("--opt-level=2",), 2),
        (("--opt-level", "2"), 2),
    ],
)
def test_level_spellings(words: tuple[str, ...], level: int) -> None:
    assert read(*words) == {"opt-level": level}


@pytest.mark.parametrize(
    ("word", "setting"),
    [
        ("-ftz", {"ftz": True}),
        ("-ftz=1", {"ftz": True}),
        ("-ftz=0", {"ftz": False}),
        ("-prec-div=0", {"prec-div": False}),
        ("-prec_div=0", {"prec-div": False}),
        ("-prec-sqrt=0", {"prec-sqrt": False}),
        ("-prec_sqrt=1", {"prec-sqrt": True}),
        ("-fma=0", {"fma": False}),
        ("-fmad=0", {"fma": False}),
        ("-fast-math", {"fast-math": True}),
        ("-use_fast_math", {"fast-math": True}),
        ("-Osize", {"Osize": True}),
        ("-g", {"g": True}),
        ("--device-debug", {"g": True}),
        ("-generate-line-info", {"generate-line-info": True}),
        ("--generate-line-info", {"generate-line-info": True}),
        ("-maxreg=64", {"maxreg": 64}),
        ("-m64", {"m64": True}),
        ("-v", {"v": True}),
        ("-w", {"w": True}),
        ("-Werror", {"Werror": True}),
        ("-keep", {"keep": True}),
        ("-dryrun", {"dryrun": True}),
        ("-time-passes", {"time-passes": True}),
        ("-Ofast-compile=max", {"Ofast-compile": "max"}),
        ("-Ofc=mid", {"Ofast-compile": "mid"}),
        ("-Ofc=0", {"Ofast-compile": "0"}),
        ("-nvvmir-library=lib.bc", {"nvvmir-library": "lib.bc"}),
        ("-opt-passes=sroa", {"passes": "sroa"}),
        ("-passes=sroa", {"passes": "sroa"}),
        ("-Rpass=inline", {"Rpass": "inline"}),
        ("-Rpass-missed=.*", {"Rpass-missed": ".*"}),
        ("-do-licm=0", {"do-licm": False}),
        ("-do_licm=0", {"do-licm": False}),
        ("-opts[2880]=0", {"do-licm": False}),
        ("-slot-143=0", {"do-licm": False}),
    ],
)
def test_one_word(word: str, setting: dict[str, object]) -> None:
    assert read(word) == setting


def test_a_value_may_follow_as_a_word_of_its_own() -> None:
    assert read("-o", "k.ptx", "-maxreg", "32", "--print-after", "sroa,gvn") == {
        "o": "k.ptx",
        "maxreg": 32,
        "print-after": ("sroa", "gvn"),
    }


def test_a_switch_does_not_eat_the_input_behind_it() -> None:
    arguments = Arguments(["-ftz", "k.ll"])
    assert arguments.inputs == ["k.ll"]


def test_inputs_in_order_with_standard_input_and_names_that_begin_with_a_dash() -> None:
    assert Arguments(["a.ll", "-O1", "-", "b.bc", "--", "-odd.ll", "-O2"]).inputs == [
        "a.ll",
        "-",
        "b.bc",
        "-odd.ll",
        "-O2",
    ]


def test_front_end_flags_may_be_glued() -> None:
    assert read("-Iinclude", "-DN=4,5", "-UM", "-std=c++20") == {
        "I": ("include",),
        "D": ("N=4,5",),
        "U": ("M",),
        "std": "c++20",
    }


# --- the three meanings of -opt, and what is passed on ---


def test_opt_with_a_number_is_the_level() -> None:
    assert read("-opt=1") == {"opt-level": 1}


@pytest.mark.parametrize("place", [("-opt", "-do-licm=0", "k.ll"), ("k.ll", "-opt", "-do-licm=0")])
def test_opt_with_a_dashed_word_sets_pass_options_anywhere_on_the_line(place: tuple[str, ...]) -> None:
    arguments = Arguments(list(place))
    assert arguments.inputs == ["k.ll"]
    assert [(option.name, value) for option, value, _ in arguments.changes] == [("do-licm", False)]


def test_opt_takes_several_options_in_one_word() -> None:
    assert read("k.ll", "-opt", "-do-licm=0 -do-ip-msp=0") == {"do-licm": False, "do-ip-msp": False}


@pytest.mark.parametrize(
    ("mode", "start", "stop"), [("-opt", "opt", "opt"), ("-llc", "llc", "mach"), ("-lnk", "lnk", "lnk")]
)
def test_a_stage_as_the_first_word_runs_that_stage_alone(mode: str, start: str, stop: str) -> None:
    arguments = Arguments([mode, "k.bc", "-o", "out"])
    settings = {option.name: value for option, value, _ in arguments.changes}
    assert (settings["start-from"], settings["stop-after"], arguments.inputs) == (start, stop, ["k.bc"])


def test_opt_before_standard_input_is_the_stage() -> None:
    assert Arguments(["-opt", "-"]).inputs == ["-"]


def test_stage_mode_and_pass_options_together() -> None:
    assert read("-opt", "k.bc", "-opt", "-do-licm=0") == {"start-from": "opt", "stop-after": "opt", "do-licm": False}


@pytest.mark.parametrize("flag", ["-Xopt", "--Xopt", "-Xllc", "--Xllc", "-Xlnk", "--Xlnk"])
def test_words_are_passed_on_to_a_phase(flag: str) -> None:
    assert read(flag, "-do-licm=0") == {"do-licm": False}
    assert read(flag, "-maxreg=32") == {"maxreg": 32}


def test_xcicc_passes_any_word_on() -> None:
    assert read("-Xcicc", "-O1", "-Xcicc", "-Ofc=max") == {"opt-level": 1, "Ofast-compile": "max"}


def test_each_setting_remembers_its_argument() -> None:
    arguments = Arguments(["k.ll", "-ftz", "-opt", "-do-licm=0"])
    assert [at for _, _, at in arguments.changes] == ["command line, argument 2", "command line, argument 3"]


# --- help ---


@pytest.mark.parametrize("word", ["--help", "-help", "-h"])
def test_help_words(word: str) -> None:
    assert Arguments([word]).wants_help


@pytest.mark.parametrize("word", ["--version", "-version"])
def test_version_words(word: str) -> None:
    assert Arguments([word]).wants_version


# --- what is refused ---


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("-o",), "Missing output file"),
        (("-nvvmir-library",), "Missing NVVM IR library file"),
        (("-arch",), "-arch needs a value"),
        (("k.ll", "-opt"), "-opt needs a value"),
        (("-Xopt",), "-Xopt needs a value"),
        (("-Xcicc",), "-Xcicc needs a value"),
        (("-O4",), "4 is an unsupported value for option: opt-level"),
        (("-opt=7",), "7 is an unsupported value for option: opt-level"),
        (("-maxreg=256",), "256 is an unsupported value for option: maxreg"),
        (("-maxreg=-1",), "-1 is an unsupported value for option: maxreg"),
        (("-ftz=maybe",), "maybe is an unsupported value for option: ftz"),
        (("--emit=elf",), "elf is an unsupported value for option: emit"),
        (("-m32",), "-m32 is an unsupported option"),
        (("-FTZ=1",), "-FTZ=1 is an unsupported option"),
        (("k.ll", "-lnk"), "-lnk is an unsupported option"),
        (("-Xopt", "do-licm=0"), "'do-licm=0' is not an option"),
        (
            ("-Ofast-compile=fast",),
            "libnvvm : error: -Ofast-compile called with unsupported level, only supports 0, min, mid, or max",
        ),
        (
            ("-Ofc=",),
            "libnvvm : error: -Ofast-compile called with unsupported level, only supports 0, min, mid, or max",
        ),
        (("-Ofc=max", "-Ofc=max"), "libnvvm : error: -Ofast-compile specified more than once"),
        (("-Ofc=0", "-Ofast-compile=mid"), "libnvvm : error: -Ofast-compile specified more than once"),
    ],
    ids=str,
)
def test_refusals(words: tuple[str, ...], what: str) -> None:
    error = refusal(*words)
    assert error.what == what
    assert error.at.startswith("command line, argument ")
    assert error.fix
    assert error.exit_code == 2


@pytest.mark.parametrize(
    ("word", "near"),
    [("-arhc=sm_90", "arch"), ("--prec-dvi=0", "prec-div"), ("-do-lcm=0", "do-licm")],
)
def test_an_unknown_word_gets_a_suggestion(word: str, near: str) -> None:
    error = refusal("k.ll", word)
    assert error.what == f"{word} is an unsupported option"
    assert error.at == "command line, argument 2"
    assert error.fix.startswith(f"did you mean '{near}'? ")
