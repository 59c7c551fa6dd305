"""Knobs that no pass of ours reads: those of passes that are not built, and those that are refused with a reason.

Columns of KNOBS: name, default, range, passes it is for, help, source. A knob whose pass is built is declared in the
pass's own file instead.
"""

from __future__ import annotations

from ast import literal_eval

from opencicc.options.option import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KNOBS = """
"""

# name, default, help, why setting it is refused
REFUSED = """
do-comdat-renaming | False | Rename COMDAT groups. | it belongs to profile instrumentation, which opencicc does not do
do-counter-promotion | False | Promote profile counters. | it belongs to profile instrumentation, which opencicc does not do
dump-phi-remove | 0 | Print phi removal in gvn. | gvn is LLVM's own; --print-changed shows what it does
max-aggr-lower-size | 128 | Bytes up to which instcombine splits aggregates. | instcombine is LLVM's own; max-aggr-copy-size is lower-aggr-copies' limit
aggressive-max-aggr-lower-size | 256 | The same where it pays more. | instcombine is LLVM's own; max-aggr-copy-size is lower-aggr-copies' limit
instcombine-merge-stores-from-aggr | True | Merge stores of an aggregate's members. | instcombine is LLVM's own; code generation joins neighbouring stores
dump-va | False | Print value analysis. | there is no value analysis apart from LLVM's own
"""


def knobs_to_come() -> tuple[tuple[Option[Any], tuple[str, ...]], ...]:
    """Each knob with the passes it is for."""
    return tuple(_knob(line) for line in KNOBS.strip().splitlines())


def _knob(line: str) -> tuple[Option[Any], tuple[str, ...]]:
    name, default, range_text, passes, help_text, source = (cell.strip() for cell in line.split("|", 5))
    least, _, most = range_text.partition("..")
    option: Option[Any] = Option(
        name,
        literal_eval(default),
        help_text,
        source=source,
        minimum=int(least) if least else None,
        maximum=int(most) if most else None,
    )
    return option, tuple(passes.split(", "))


def refused_knobs() -> tuple[Option[Any], ...]:
    """Names of the document that we know and do not act on."""
    rows = [[cell.strip() for cell in line.split("|", 3)] for line in REFUSED.strip().splitlines()]
    return tuple(
        Option(name, literal_eval(default), help_text, source="cicc v13.0 knob inventory", unsupported=why)
        for name, default, help_text, why in rows
    )
