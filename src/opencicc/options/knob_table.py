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
no-remat                              | ()    |        | remat                      | Functions that remat leaves alone. | cicc v13.0 knob inventory
remat-iv                              | 4     | 0..4   | remat                      | Demote induction variables: 0 off, 4 full. | cicc v13.0 rematerialization page
remat-load                            | 1     | 0..1   | remat                      | Rematerialise loads: 0 off, 1 on. | cicc v13.0 rematerialization page
remat-add                             | 0     | 0..    | remat                      | Factor adds and address computations: 0 off. | cicc v13.0 rematerialization page
remat-single-cost-limit               | 6000  | 0..    | remat                      | The most that recomputing one live-in value may cost. | cicc v13.0 rematerialization page
remat-gep-cost                        | 6000  | 0..    | remat                      | The most that recomputing an address may cost. | cicc v13.0 rematerialization page
remat-loop-trip                       | 20    | 1..    | remat                      | Trip count assumed for loops whose count is unknown. | cicc v13.0 rematerialization page
remat-use-limit                       | 10    | 0..    | remat                      | The most uses a candidate may have. | cicc v13.0 rematerialization page
remat-max-live-limit                  | 10    | 0..    | remat                      | Limit on live-in values in the search for candidates. | cicc v13.0 rematerialization page
remat-maxreg-ceiling                  | 0     | 0..    | remat                      | Register count to aim for at most; 0: none. | cicc v13.0 rematerialization page
remat-for-occ                         | 120   | 0..    | remat                      | Occupancy-driven register target. | cicc v13.0 rematerialization page
remat-lli-factor                      | 10    | 0..    | remat                      | Weight of long-latency instructions in the cost. | cicc v13.0 rematerialization page
remat-ignore-single-cost              | False |        | remat                      | Do not filter candidates by their own cost. | cicc v13.0 rematerialization page
remat-move                            | False |        | remat                      | Also rematerialise plain moves. | cicc v13.0 rematerialization page
remat-load-param                      | False |        | remat                      | Also rematerialise loads of constant kernel parameters. | cicc v13.0 rematerialization page
simplify-live-out                     | 2     | 0..2   | remat                      | Simplify values live out of loops: 0 off, 2 full. | cicc v13.0 rematerialization page
dump-remat                            | 0     | 0..    | remat                      | Print decisions: 1 candidates, 2 block live-ins, 4 pull-in costs. | cicc v13.0 knob inventory
dump-remat-add                        | 0     | 0..    | remat                      | Print add factoring. | cicc v13.0 knob inventory
dump-remat-iv                         | 0     | 0..    | remat                      | Print induction-variable demotion. | cicc v13.0 knob inventory
dump-remat-load                       | 0     | 0..    | remat                      | Print load rematerialisation. | cicc v13.0 knob inventory
dump-simplify-live-out                | False |        | remat                      | Print live-out simplification. | cicc v13.0 knob inventory
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
