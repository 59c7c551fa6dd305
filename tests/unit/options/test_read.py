"""Options from text, files, mappings and the environment; what is wrong is said, never ignored."""

from __future__ import annotations

import pytest

from opencicc.errors import FileError, UsageError
from opencicc.options import registry
from opencicc.options.driver import FTZ
from opencicc.options.read import read_environment, read_file, read_mapping, read_words
from opencicc.options.slots import BY_NAME, BY_NUMBER, read
from opencicc.options.values import OptionValues

LICM = BY_NAME["do-licm"].option


def option(name):
    return registry.find(name)


def parse_all(texts):
    """The values of several `-opt` arguments together."""
    return OptionValues().with_values([change for text in texts for change in read_words(text, "-opt")])


@pytest.mark.parametrize("text", ["-do-licm=0", "--do-licm=false", "-slot-143=off", "-opts[2880]=0"])
def test_a_slot_by_name_number_or_offset(text) -> None:
    values = parse_all([text])
    assert values[LICM] is False
    assert values.origin(LICM) == "-opt"


def test_several_options_in_one_argument() -> None:
    values = parse_all(["-do-ip-msp=0 -remat-max-live-limit=50", "-dump-remat"])
    assert values[option("do-ip-msp")] is False
    assert values[option("remat-max-live-limit")] == 50
    assert values[option("dump-remat")] == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-do-lcm=0", "unknown option 'do-lcm'\n  at:  -opt\n  fix: did you mean 'do-licm'?"),
        ("-do-licm=maybe", "maybe is an unsupported value for option: do-licm"),
        ("-remat-iv=6", "remat-iv takes a whole number from 0 to 5"),
        ("-remat-iv=many", "many is an unsupported value for option: remat-iv"),
        ("-opts[2881]=1", "there is no slot 'opts[2881]'"),
        ("-slot-222=1", "there is no slot 'slot-222'"),
        ("-language=cpp", "cpp is an unsupported value for option: language"),
        ("-language", "option language needs a value"),
        ("-dump-va", "option dump-va is not supported: there is no value analysis"),
        ("-do-comdat-renaming", "option do-comdat-renaming is not supported: it belongs to profile"),
        ("do-licm=0", "'do-licm=0' is not an option"),
        ("'", "cannot read -opt"),
        ("", "-opt needs at least one option"),
    ],
)
def test_what_is_refused(text, message) -> None:
    with pytest.raises(UsageError) as caught:
        parse_all([text])
    assert message in str(caught.value)
    assert caught.value.exit_code == 2


def test_one_option_with_two_values_is_an_error() -> None:
    with pytest.raises(UsageError, match="do-licm defined more than once"):
        parse_all(["-do-licm=0", "-slot-143=1"])


def test_lists_collect() -> None:
    assert parse_all(["-no-remat=a,b", "-no-remat=c"])[option("no-remat")] == ("a", "b", "c")


def test_a_mapping_and_a_file_set_the_same(tmp_path) -> None:
    path = tmp_path / "options.yaml"
    path.write_text("do-licm: false\nremat-iv: 2\n")
    from_file = OptionValues().with_values(read_file(str(path)))
    from_mapping = OptionValues().with_values(read_mapping({"do-licm": False, "remat-iv": 2}))
    assert from_file.key() == from_mapping.key()
    assert from_file.origin(LICM) == str(path)


@pytest.mark.parametrize("content", ["- a list\n", "{broken", "do-lcm: 1\n", "do-licm: [1]\n"])
def test_a_bad_options_file_is_refused(tmp_path, content) -> None:
    path = tmp_path / "options.yaml"
    path.write_text(content)
    with pytest.raises(UsageError):
        OptionValues().with_values(read_file(str(path)))


def test_a_missing_options_file_is_named(tmp_path) -> None:
    with pytest.raises(FileError, match="cannot read the options file"):
        read_file(str(tmp_path / "none.yaml"))


def test_the_environment() -> None:
    changes = read_environment({"OPENCICC_OPT_DO_LICM": "0", "HOME": "/"})
    values = OptionValues().with_values(changes)
    assert values[LICM] is False
    assert values.origin(LICM) == "OPENCICC_OPT_DO_LICM"


def test_a_slot_that_the_driver_has_too_gets_the_drivers_type() -> None:
    values = parse_all(["-ftz=0 -prec-sqrt=1"])
    assert values[FTZ] is False
    assert read(values, BY_NUMBER[1]) == "0" and read(values, BY_NUMBER[3]) == "1"
    assert OptionValues.from_bytes(values.to_bytes()).settings["ftz"].value == "0"
