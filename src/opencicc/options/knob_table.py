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
nv-disable-scev-cgp                   | True  |        | scev-cgp, common-base-elim | Run no scev-cgp, whatever do-scev-cgp says. | cicc v13.0 knob inventory
do-scev-cgp                           | False |        | scev-cgp, common-base-elim | Rewrite addresses by their scalar evolution before code generation. | cicc v13.0 knob inventory
do-scev-cgp-aggresively               | False |        | scev-cgp                   | Search wider (spelling as in the product). | cicc v13.0 knob inventory
do-function-scev-cgp                  | False |        | scev-cgp                   | Work on the whole function. | cicc v13.0 knob inventory
scev-cgp-control                      | -1    | -1..   | scev-cgp                   | The most rewrites: -1 no limit. | our choice: the value of a sibling tool; the sources give none
scev-cgp-cross-block-limit            | 8     | 0..    | scev-cgp, common-base-elim | The most common bases taken from one block. | our choice: the value of a sibling tool; the sources give none
scev-cgp-idom-level-limit             | 3     | 0..    | scev-cgp, common-base-elim | Dominator levels walked up. | our choice: the value of a sibling tool; the sources give none
scev-cgp-inst-limit                   | 500   | 0..    | scev-cgp                   | Instructions looked at per parameter. | our choice: the value of a sibling tool; the sources give none
scev-cgp-tid-max-value                | 4096  | 0..    | scev-cgp                   | Bound assumed for thread numbers. | our choice: the value of a sibling tool; the sources give none
scev-cgp-check-latency                | 0     | 0..    | scev-cgp                   | Latency a rewrite has to save. | our choice: the sources give no default
scev-cgp-norm                         | 0     | 0..    | scev-cgp                   | Normalisation of expressions. | our choice: the sources give no default
scev-cgp-old-base                     | False |        | scev-cgp                   | Keep the base an address had. | cicc v13.0 knob inventory
dump-scev-cgp                         | False |        | scev-cgp                   | Print scev-cgp's rewrites. | cicc v13.0 knob inventory
do-base-address-strength-reduce       | 0     | 0..2   | base-address-sr            | Share loop address bases: 0 off, 1 always, 2 with conditions. | cicc v13.0 knob inventory (the pass page has 2)
do-base-address-strength-reduce-chain | True  |        | base-address-sr            | Also chains of dependent addresses. | cicc v13.0 base-address page
base-address-strength-reduce-iv-limit | 8     | 0..    | base-address-sr            | The most new induction variables per loop. | our choice: the sources give no default
base-address-strength-reduce-max-iv   | 16    | 0..    | base-address-sr            | Leave loops with more induction variables alone. | our choice: the sources give no default
dump-base-address-strength-reduce     | 0     | 0..    | base-address-sr            | Print base-address-sr's groups. | cicc v13.0 knob inventory
do-lsr-64-bit                         | True  |        | nv-loop-reduce             | Reduce 64-bit induction variables. | cicc v13.0 knob inventory: on from sm_70
disable-unknown-trip-lsr              | False |        | nv-loop-reduce             | Leave loops of unknown trip count alone. | cicc v13.0 knob inventory
lsr-check-rp                          | True  |        | nv-loop-reduce             | Weigh register pressure. | cicc v13.0 knob inventory (medium confidence)
lsr-rp-limit                          | 64    | 0..    | nv-loop-reduce             | Pressure above which a loop is left alone. | cicc v13.0 knob inventory (32 to 64, low confidence)
filter-bad-formula                    | True  |        | nv-loop-reduce             | Drop formulas that need more registers. | cicc v13.0 knob inventory (medium confidence)
lsr-sxtopt                            | True  |        | nv-loop-reduce             | Fold sign extensions into induction variables. | cicc v13.0 knob inventory (medium confidence)
count-sxt-opt-for-reg-pressure        | True  |        | nv-loop-reduce             | Count folded sign extensions in the pressure. | cicc v13.0 knob inventory (medium confidence)
lsr-loop-level                        | 0     | 0..    | nv-loop-reduce             | Only loops of this depth: 0 all. | cicc v13.0 knob inventory
lsr-skip-outer-loop                   | False |        | nv-loop-reduce             | Leave outer loops alone. | cicc v13.0 knob inventory
disable-lsr-for-sharedmem32-ptr       | False |        | nv-loop-reduce             | Leave 32-bit shared-memory pointers alone. | cicc v13.0 knob inventory
disable-lsr-complexity-discount       | False |        | nv-loop-reduce             | No discount for simple formulas. | cicc v13.0 knob inventory
do-cssa                               | False |        | cssa                       | Insert phi copies before code generation. | our choice: the sources give no default, and LLVM needs none
cssa-coalesce                         | 0     | 0..    | cssa                       | How strongly copies are merged. | our choice: the sources give no default
cssa-verbosity                        | 0     | 0..    | cssa                       | How much cssa prints. | cicc v13.0 knob inventory
usedessa                              | 2     | 0..2   | cssa                       | Phi elimination: 0 off, 1 basic, 2 full. | cicc v13.0 knob inventory
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
