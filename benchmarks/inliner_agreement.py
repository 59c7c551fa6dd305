"""How often model B decides as LLVM's own inliner does, with libLLVM's costs and with our own analysis.

    python benchmarks/inliner_agreement.py [--random N] [--list]

Takes the benchmark kernels as the first inliner of the pipeline sees them, N random modules, and N with random
recursions; compares decision by decision (caller, callee, inlined or not), over several thresholds so that many calls
are near one. Of recursions the calls that stay are compared: LLVM looks at them several times.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from benchmarks.compilers import DEFAULT_ARCH, compile_ir_unoptimized, link_only
from benchmarks.kernel_set import names
from benchmarks.recursions import by_llvm, by_us, random_recursion
from opencicc.check.generate import generate
from opencicc.llvm import edit_module, native
from opencicc.llvm.inline_costs import CostKnobs, native_costs
from opencicc.llvm.ir import Context
from opencicc.llvm.native import TargetMachine
from opencicc.llvm.snapshot import snapshot
from opencicc.passes.inline import advisor
from opencicc.passes.inline.body import Reader
from opencicc.passes.inline.cost_analysis import analyze
from opencicc.passes.inline.eligibility import refusal
from opencicc.passes.inline.facts import collect, used_functions
from opencicc.target import TRIPLE, parse_target

# What stands before the first inliner; calls that must be inlined are, so that both start from the same calls.
OPENING = (
    "always-inline,globaldce,inferattrs,function(lower-expect,simplifycfg,sroa,early-cse),ipsccp,globalopt,"
    "function(instcombine<no-verify-fixpoint>,simplifycfg)"
)
THRESHOLDS = (1, 5, 10, 20, 40, 80, 225)
SETTLED = ("NoDefinition", "NeverInline")  # no decision: nothing could be inlined


def opened(bitcode: bytes) -> bytes:
    with Context() as context, TargetMachine(parse_target(DEFAULT_ARCH), 3) as machine:
        module = context.parse(bitcode)
        edit_module.set_triple(module, TRIPLE)
        native.run_passes(module, OPENING, machine)
        return module.bitcode()


def modules(random: int) -> Iterator[tuple[str, bytes]]:
    for name in names():
        yield name, opened(link_only(compile_ir_unoptimized(name).read_bytes(), DEFAULT_ARCH))
    for seed in range(random):
        ir = generate(seed, "inline").ir
        yield f"random {seed}", opened(link_only(ir.encode() if isinstance(ir, str) else ir, DEFAULT_ARCH))


def llvm_decisions(bitcode: bytes) -> Counter[tuple[str, str, bool]]:
    with Context(with_remarks=True) as context, TargetMachine(parse_target(DEFAULT_ARCH), 3) as machine:
        native.run_passes(context.parse(bitcode), "cgscc(inline)", machine)
        found: Counter[tuple[str, str, bool]] = Counter()
        for remark in context.remarks:
            if remark.pass_name == "inline" and remark.kind in ("passed", "missed") and remark.name not in SETTLED:
                fields = dict(remark.arguments)
                found[fields["Caller"], fields["Callee"], remark.kind == "passed"] += 1
        return found


def our_decisions(bitcode: bytes) -> Counter[tuple[str, str, bool]]:
    options = {"passes": "inline", "inline-model": "B", "start-from": "opt", "stop-after": "opt"}
    result = opencicc.compile(bitcode, DEFAULT_ARCH, None, {**options, "inline-gpu-bonus": 0, "inline-max-size": 10**9})
    found: Counter[tuple[str, str, bool]] = Counter()
    for remark in result.remarks:
        if remark.pass_name == "inline" and remark.name not in SETTLED:
            fields = dict(remark.args)
            found[fields["Caller"], fields["Callee"], remark.remark == "passed"] += 1
    return found


def compare_costs(bitcode: bytes) -> Counter[str]:
    """Our analysis against libLLVM's, call by call: equal costs, and equal decisions at many thresholds."""
    counts: Counter[str] = Counter()
    with Context() as context, TargetMachine(parse_target(DEFAULT_ARCH), 3) as machine:
        module = context.parse(bitcode)
        reader = Reader(module)
        facts = collect(reader, used_functions(module, reader))
        for site in (site for sites in (facts.sites.values() if facts else ()) for site in sites):
            if refusal(site, is_limited=False) or site.is_recursive:
                continue
            (theirs,) = native_costs(module, [facts.call(site).ref], CostKnobs(is_full=True), machine) or (None,)  # type: ignore[union-attr]
            if theirs is None or theirs.kind:
                continue
            actuals = [value.ref for value in facts.call(site).arguments]  # type: ignore[union-attr]
            ours = analyze(site, snapshot(facts.function(site.callee.name)), actuals, reader, CostKnobs())  # type: ignore[union-attr]
            cost = theirs.cost + theirs.bonus_applied
            counts["calls"] += 1
            counts["equal"] += (cost, theirs.threshold) == (ours.cost, ours.threshold)
            for threshold in THRESHOLDS:
                limit = max(1, ours.threshold * threshold // CostKnobs().threshold)
                counts["decisions"] += 1
                counts["same decision"] += (cost < limit) == (ours.cost < limit)
    return counts


def compare_recursions(count: int, is_listed: bool) -> Counter[str]:
    """Modules with recursions in which LLVM and model B leave the same calls."""
    counts: Counter[str] = Counter()
    for seed in range(count):
        text = random_recursion(seed)
        is_same = by_us(text, "B") == by_llvm(text)
        counts["recursive modules"] += 1
        counts["same calls stay in them"] += is_same
        if is_listed and not is_same:
            print("recursion", seed)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=100)
    parser.add_argument("--list", action="store_true", help="show what differs")
    arguments = parser.parse_args()
    totals: Counter[str] = Counter()
    for name, bitcode in modules(arguments.random):
        theirs = llvm_decisions(bitcode)
        totals["LLVM's decisions"] += sum(theirs.values())
        ours = our_decisions(bitcode)
        totals["same, libLLVM's costs"] += sum((ours & theirs).values())
        with mock.patch.object(advisor, "native_costs", lambda *_: None):
            alone = our_decisions(bitcode)
        totals["same, our analysis"] += sum((alone & theirs).values())
        totals.update(compare_costs(bitcode))
        for counted, label in ((ours, "costs"), (alone, "analysis")):
            if arguments.list and counted != theirs:
                print(name, label, dict(counted - theirs), dict(theirs - counted))
    totals.update(compare_recursions(arguments.random, arguments.list))
    for key, count in totals.items():
        print(f"{key:26} {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
