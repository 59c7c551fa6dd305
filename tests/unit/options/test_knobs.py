"""Every knob: one name, help, a source, and a reader or a reason why not."""

from __future__ import annotations

import pytest

from opencicc.options.registry import optimizer_options
from opencicc.passes.registry import has_pass
from opencicc.pipeline.readers import DIRECT_READERS, readers_of

PARTS = {name for names in DIRECT_READERS.values() for name in names} | {"standard", "tier", "runner"}


@pytest.mark.parametrize("option", list(optimizer_options().values()), ids=lambda option: option.name)
def test_an_option_has_help_a_source_and_known_readers(option) -> None:
    assert option.help.endswith(".")
    assert option.source
    for reader in readers_of(option):
        assert has_pass(reader) or reader in PARTS, reader


KNOBS = [option for option in optimizer_options().values() if option.slot is None]


@pytest.mark.parametrize("option", KNOBS, ids=lambda option: option.name)
def test_a_knob_has_a_reader_or_a_reason(option) -> None:
    assert bool(readers_of(option)) != bool(option.unsupported)


def test_defaults_are_valid_values() -> None:
    for option in optimizer_options().values():
        assert option.check(option.default) == option.default
