"""Where a value comes from: command line over environment over options file over default, each with its origin."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencicc.cli.arguments import Arguments
from opencicc.compiler.api import option_values
from opencicc.compiler.settings import Settings, resolve
from opencicc.errors import FileError, UsageError
from opencicc.options import driver as options
from opencicc.options import registry
from opencicc.options.read import gather


@pytest.fixture
def options_file(tmp_path: Path) -> Path:
    path = tmp_path / "options.yaml"
    path.write_text("arch: sm_80\nftz: true\nmaxreg: 40\ndo-licm: false\n")
    return path


def test_nothing_given_is_the_default_and_says_so() -> None:
    values = gather([], {})
    assert values[options.ARCH] == "sm_75"
    assert values[options.OPT_LEVEL] == 3
    assert values.origin(options.OPT_LEVEL) == "default (cicc 13.0)"
    assert not values.is_set(options.ARCH)


def test_precedence_and_origins(options_file: Path) -> None:
    changes = Arguments(["-arch=sm_90", f"--options-file={options_file}"]).changes
    values = gather(changes, {"OPENCICC_ARCH": "sm_86", "OPENCICC_MAXREG": "32"})
    assert (values[options.ARCH], values.origin(options.ARCH)) == ("sm_90", "command line, argument 1")
    assert (values[options.MAX_REGISTERS], values.origin(options.MAX_REGISTERS)) == (32, "OPENCICC_MAXREG")
    assert (values[options.FTZ], values.origin(options.FTZ)) == (True, str(options_file))
    assert values[options.PREC_DIV] is True


def test_the_options_file_may_be_named_by_the_environment(options_file: Path) -> None:
    assert gather([], {"OPENCICC_OPTIONS_FILE": str(options_file)})[options.ARCH] == "sm_80"


def test_pass_options_from_everywhere(options_file: Path) -> None:
    licm = registry.find("do-licm")
    assert gather([], {})[licm] is True
    assert gather([], {"OPENCICC_DO_LICM": "0"})[licm] is False
    assert gather([], {"OPENCICC_OPT_DO_LICM": "0"})[licm] is False
    assert gather(Arguments([f"--options-file={options_file}"]).changes, {})[licm] is False
    assert option_values({"do-licm": False})[licm] is False
    assert option_values({"do_licm": 0})[licm] is False
    assert option_values({"opts[2880]": 0})[licm] is False


def test_variables_that_are_no_options_are_left_alone() -> None:
    values = gather([], {"OPENCICC_LIBLLVM": "x", "OPENCICC_PTXAS": "y", "OPENCICC_NATIVE_HELPER": "0", "HOME": "z"})
    assert list(values) == []


def test_lists_collect_and_equal_repeats_are_fine() -> None:
    values = gather(Arguments(["--print-after=sroa", "--print-after=gvn", "-ftz=1", "-ftz"]).changes, {})
    assert values[options.PRINT_AFTER] == ("sroa", "gvn")
    assert values[options.FTZ] is True


@pytest.mark.parametrize(
    ("words", "what", "at"),
    [
        (["-ftz=1", "-ftz=0"], "ftz defined more than once", "argument 2 (first: command line, argument 1)"),
        (["-maxreg=32", "-maxreg=64"], "maxreg defined more than once", "argument 2"),
        (["-O1", "-opt=2"], "opt-level defined more than once", "argument 2"),
        (["-arch=sm_80", "-arch=sm_90"], "arch defined more than once", "argument 2"),
        (["-do-licm=0", "-opts[2880]=1"], "do-licm defined more than once", "argument 2"),
    ],
)
def test_two_different_values_are_an_error(words: list[str], what: str, at: str) -> None:
    with pytest.raises(UsageError) as caught:
        gather(Arguments(words).changes, {})
    assert caught.value.what == what
    assert at in caught.value.at
    assert caught.value.fix.startswith("keep one of ")


@pytest.mark.parametrize(
    ("variable", "text", "what"),
    [
        ("OPENCICC_FTZ", "maybe", "maybe is an unsupported value for option: ftz"),
        ("OPENCICC_MAXREG", "lots", "lots is an unsupported value for option: maxreg"),
        ("OPENCICC_FTX", "1", "unknown option 'ftx'"),
    ],
)
def test_a_wrong_variable_names_itself(variable: str, text: str, what: str) -> None:
    with pytest.raises(UsageError) as caught:
        gather([], {variable: text})
    assert (caught.value.what, caught.value.at) == (what, variable)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("ftz: [1, 2]\n", "[1, 2] is an unsupported value for option: ftz"),
        ("ftzz: 1\n", "unknown option 'ftzz'"),
        ("- ftz\n", "the options file is not a list of name: value lines"),
        ("ftz: {", "the options file is malformed"),
        ("opt-level: 4\n", "4 is an unsupported value for option: opt-level"),
    ],
)
def test_a_wrong_options_file_names_itself(content: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "options.yaml"
    path.write_text(content)
    with pytest.raises(UsageError) as caught:
        gather(Arguments(["--options-file", str(path)]).changes, {})
    assert (caught.value.what, caught.value.at) == (what, str(path))


def test_a_missing_options_file() -> None:
    with pytest.raises(FileError) as caught:
        gather(Arguments(["--options-file=/nowhere/o.yaml"]).changes, {})
    assert caught.value.what == "cannot read the options file: No such file or directory"


def test_an_empty_options_file_sets_nothing(tmp_path: Path) -> None:
    path = tmp_path / "options.yaml"
    path.write_text("# nothing yet\n")
    assert not gather(Arguments([f"--options-file={path}"]).changes, {}).is_set(options.ARCH)


def test_api_values_are_checked() -> None:
    with pytest.raises(UsageError, match="unknown option 'ftzz'"):
        option_values({"ftzz": 1})
    with pytest.raises(UsageError, match="2 is an unsupported value for option: ftz"):
        option_values({"ftz": 2})
    with pytest.raises(UsageError, match="True is an unsupported value for option: maxreg"):
        option_values({"maxreg": True})


# --- what the values mean together ---


def settings(*words: str) -> Settings:
    return resolve(gather(Arguments(list(words)).changes, {}))


def test_debugging_means_no_optimisation_unless_a_level_is_given() -> None:
    assert settings("-g").opt_level == 0
    assert settings("-g", "-O2").opt_level == 2
    assert settings("-generate-line-info").opt_level == 3


def test_fast_compile_takes_the_place_of_the_level() -> None:
    assert settings("-Ofc=max").level_name == "Ofcmax"
    assert settings("-Ofc=max").codegen_level == 2
    assert settings("-Ofc=0").level_name == "O3"


def test_fast_math_is_short_for_four_flags_and_words_win() -> None:
    plain, fast = settings().arithmetic, settings("-fast-math").arithmetic
    assert (plain.ftz, plain.fma, plain.prec_div, plain.prec_sqrt) == (None, True, True, True)
    assert (fast.ftz, fast.fma, fast.prec_div, fast.prec_sqrt) == (True, True, False, False)
    assert settings("-fast-math", "-prec-div=1", "-ftz=0").arithmetic.prec_div is True


@pytest.mark.parametrize(
    ("words", "stages"),
    [
        ((), ("lnk", "opt", "llc", "mach")),
        (("--stop-after=lnk",), ("lnk",)),
        (("--start-from=opt",), ("opt", "llc", "mach")),
        (("-opt", "x.bc"), ("opt",)),
        (("-llc", "x.bc"), ("llc", "mach")),
        (("--stop-after=llc",), ("lnk", "opt", "llc")),
        (("--start-from=mach",), ("mach",)),
    ],
)
def test_wanted_stages(words: tuple[str, ...], stages: tuple[str, ...]) -> None:
    assert settings(*words).wanted_stages == stages


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--start-from=llc", "--stop-after=opt"), "--start-from=llc comes after --stop-after=opt"),
        (("-m64=0",), "-m64=0 is an unsupported option"),
        (("-arch=sm_70",), "-arch=sm_70 is an unsupported option"),
    ],
)
def test_contradictions(words: tuple[str, ...], what: str) -> None:
    with pytest.raises(UsageError) as caught:
        settings(*words)
    assert caught.value.what == what
