"""Train the inliner's release advisor on data that our own tools make.

    python scripts/train_inliner.py measure --modules 200 --out out/inliner/data.jsonl
    python scripts/train_inliner.py train out/inliner/data.jsonl
    python scripts/train_inliner.py evaluate --first 5000 --modules 60

measure   random kernels; each call site compiled inlined and not inlined; ptxas tells registers and spills, the
          emulator executed instructions. The cheaper of the two is the label.
train     a network with one hidden layer (NumPy), tested on the quarter of the modules that training did not see.
evaluate  models A, B and the trained one on modules that none of them saw.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import numpy as np

import opencicc
from opencicc import tools
from opencicc.check.case import Case
from opencicc.check.generate import functions
from opencicc.check.generate.kernel import KERNEL, kernel_text, launch_data
from opencicc.check.generate.statements import weights_of
from opencicc.check.generate.threads import BLOCK_THREADS
from opencicc.check.generate.writer import ModuleText
from opencicc.emulate import launch
from opencicc.errors import CompilerError
from opencicc.llvm import edit, edit_module, native
from opencicc.llvm.inline_costs import CostKnobs, native_costs
from opencicc.llvm.ir import Context, Module
from opencicc.llvm.native import TargetMachine
from opencicc.passes.inline.body import Reader
from opencicc.passes.inline.eligibility import refusal
from opencicc.passes.inline.facts import ModuleFacts, collect, used_functions
from opencicc.passes.inline.ml.advice import FeatureReader
from opencicc.passes.inline.ml.features import NAMES
from opencicc.passes.inline.ml.network import SHIPPED, VERSION, Network, squash
from opencicc.passes.inline.model_b import InlineCost
from opencicc.target import TRIPLE, count_resident_warps, parse_target

ARCH = "sm_90"
MOST_STATEMENTS = 70
# What the pipeline does before its first inliner: features are taken where the advisor will take them.
OPENING = "function(simplifycfg,sroa,early-cse),ipsccp,globalopt,function(instcombine<no-verify-fixpoint>,simplifycfg)"
OPTIONS: dict[str, object] = {"fma": False}
HIDDEN, STEPS, RATE, DECAY = 6, 2000, 0.02, 5e-3
TIE_WEIGHT = 0.02  # a call that makes no difference is inlined: less code is left
WARP_WEIGHT = 0.25  # how much a halved occupancy counts beside a doubled number of instructions (our choice)
SEED = 7


def make_case(seed: int) -> Case:
    """A random kernel with device functions of all sizes, none of which is marked."""
    rng = Random(seed)
    module = ModuleText(rng, weights_of("inline"))
    for _ in range(rng.randrange(1, 4)):
        result, params = rng.choice(functions.SIGNATURES)
        functions.make_function(module, result, params, rng.randrange(5, MOST_STATEMENTS))
    ir = kernel_text(module, "inline").replace(" noinline {", " {").replace(" alwaysinline {", " {")
    return Case(f"train-{seed}", ir, KERNEL, 1, BLOCK_THREADS, launch_data(seed, ir))


def score(case: Case, ptx: str) -> dict[str, float]:
    """What a compile is worth: executed instructions, registers, warps, SASS bytes, and one number for all."""
    cubin, resources = tools.assemble(ptx, ARCH)
    used = next(entry for entry in resources if entry.name == case.kernel)
    args = copy.deepcopy(list(case.args))  # one copy of all: an array given twice stays one
    done = launch(ptx, case.kernel, case.grid, case.block, args, case.shared_bytes, stack_bytes=case.stack_bytes)
    warps = count_resident_warps(parse_target(ARCH), used.registers, 256, used.shared_bytes)
    executed = done.lane_instructions + 20 * (used.spill_store_bytes + used.spill_load_bytes)
    total = math.log(executed) + WARP_WEIGHT * math.log(64 / max(warps, 1))
    return {"executed": executed, "registers": used.registers, "warps": warps, "bytes": len(cubin), "score": total}


def prepared(case: Case) -> bytes:
    """The module as the first inliner sees it."""
    with Context() as context, TargetMachine(parse_target(ARCH), 3) as machine:
        module = context.parse(case.ir.encode() if isinstance(case.ir, str) else case.ir)
        edit_module.set_triple(module, TRIPLE)
        native.run_passes(module, OPENING, machine)
        return module.bitcode()


def read_facts(module: Module) -> ModuleFacts | None:
    reader = Reader(module)
    return collect(reader, used_functions(module, reader))


def with_attribute(bitcode: bytes, caller: str, number: int, attribute: str) -> bytes:
    with Context() as context:
        module = context.parse(bitcode)
        facts = read_facts(module)
        assert facts is not None
        edit.add_call_attribute(facts.call(facts.sites[caller][number]), attribute)
        return module.bitcode()


def sites_of(bitcode: bytes) -> list[tuple[str, int, list[float]]]:
    """(caller, number, features) of every call that may be inlined."""
    with Context() as context, TargetMachine(parse_target(ARCH), 3) as machine:
        module = context.parse(bitcode)
        facts = read_facts(module)
        if facts is None:
            return []
        reader, found = FeatureReader(facts), []
        for caller, sites in facts.sites.items():
            for site in sites:
                if refusal(site) or site.is_recursive:
                    continue
                (cost,) = native_costs(module, [facts.call(site).ref], CostKnobs(is_full=True), machine) or (None,)
                if cost is not None and not cost.kind:
                    found.append((caller, site.number, reader.read(site, InlineCost("", cost.cost, cost.threshold))))
        return found


def measure(seeds: range) -> Iterator[dict[str, object]]:
    for seed in seeds:
        case = make_case(seed)
        bitcode = prepared(case)
        for caller, number, row in sites_of(bitcode):
            try:
                scores = {
                    word: score(
                        case, opencicc.compile(with_attribute(bitcode, caller, number, word), ARCH, 3, OPTIONS).ptx
                    )
                    for word in ("alwaysinline", "noinline")
                }
            except CompilerError as error:
                print(f"{case.name}, {caller}: {error}", file=sys.stderr)
                continue
            yield {"module": seed, "features": row, "inlined": scores["alwaysinline"], "call": scores["noinline"]}


def train(rows: list[dict[str, object]]) -> dict[str, object]:
    """Weights by Adam on a weighted cross entropy: a site counts by how much the choice matters."""
    inputs = np.array([[squash(x) for x in row["features"]] for row in rows])  # type: ignore[attr-defined]
    gains = np.array([row["call"]["score"] - row["inlined"]["score"] for row in rows])  # type: ignore[index]
    wanted, weights = (gains >= 0).astype(float), np.minimum(np.abs(gains), 0.5) + TIE_WEIGHT
    means, scales = inputs.mean(0), inputs.std(0) + 1e-3
    x = np.hstack([(inputs - means) / scales, np.ones((len(rows), 1))])
    random = np.random.default_rng(SEED)
    parts = [random.normal(0, 0.3, (HIDDEN, x.shape[1])), random.normal(0, 0.3, HIDDEN + 1)]
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    for step in range(1, STEPS + 1):
        hidden = np.hstack([np.tanh(x @ parts[0].T), np.ones((len(rows), 1))])
        error = (1 / (1 + np.exp(-hidden @ parts[1])) - wanted) * weights / weights.sum()
        back = np.outer(error, parts[1][:-1]) * (1 - hidden[:, :-1] ** 2)
        for index, gradient in enumerate((back.T @ x + DECAY * parts[0], hidden.T @ error + DECAY * parts[1])):
            first[index] = 0.9 * first[index] + 0.1 * gradient
            second[index] = 0.999 * second[index] + 0.001 * gradient**2
            scale = RATE * math.sqrt(1 - 0.999**step) / (1 - 0.9**step)
            parts[index] -= scale * first[index] / (np.sqrt(second[index]) + 1e-8)
    return {
        "version": VERSION,
        "features": list(NAMES),
        "means": means.round(6).tolist(),
        "scales": scales.round(6).tolist(),
        "hidden": parts[0].round(5).tolist(),
        "output": parts[1].round(5).tolist(),
    }


def judge(network: Network, rows: list[dict[str, object]]) -> str:
    """How often the network takes the better side, and what its choices cost against the best."""
    right, lost, always, never = 0, 0.0, 0.0, 0.0
    for row in rows:
        gain = row["call"]["score"] - row["inlined"]["score"]  # type: ignore[index]
        chosen = network.probability(row["features"]) > 0.5  # type: ignore[arg-type]
        right += chosen == (gain >= 0)
        lost += max(0.0, -gain if chosen else gain)
        always += max(0.0, -gain)
        never += max(0.0, gain)
    count = len(rows)
    return f"{right / count:.3f} right; mean loss {lost / count:.4f} (always inline {always / count:.4f}, never {never / count:.4f})"


def evaluate(seeds: range) -> dict[str, dict[str, float]]:
    """Geometric means against model A."""
    ways: dict[str, dict[str, object]] = {
        "A": {},
        "B": {"inline-model": "B"},
        "C": {"inline-model": "C"},
        "C release": {"inline-model": "C", "enable-ml-inliner": "release"},
    }
    sums = {way: dict.fromkeys(("executed", "registers", "bytes", "score"), 0.0) for way in ways}
    for seed in seeds:
        case = make_case(seed)
        found = {way: score(case, opencicc.compile(case.ir, ARCH, 3, {**OPTIONS, **o}).ptx) for way, o in ways.items()}
        for way, scores in found.items():
            for name in ("executed", "registers", "bytes"):
                sums[way][name] += math.log(scores[name] / found["A"][name]) / len(seeds)
            sums[way]["score"] += (scores["score"] - found["A"]["score"]) / len(seeds)
    return {way: {name: math.exp(value) for name, value in row.items()} for way, row in sums.items()}


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("measure", "evaluate"):
        command = commands.add_parser(name)
        command.add_argument("--first", type=int, default=0)
        command.add_argument("--modules", type=int, default=100)
        command.add_argument("--out", type=Path, default=Path("out/inliner/data.jsonl"))
    commands.add_parser("train").add_argument("data", type=Path)
    arguments = parser.parse_args(words)
    if arguments.command == "train":
        rows = [json.loads(line) for line in arguments.data.read_text().splitlines()]
        held = [row for row in rows if row["module"] % 4 == 3]
        seen = [row for row in rows if row["module"] % 4 != 3]
        document = train(seen)
        SHIPPED.write_text(json.dumps(document) + "\n")
        print(
            f"{len(seen)} sites: {judge(Network(document), seen)}\n{len(held)} held back: {judge(Network(document), held)}"
        )
        return 0
    seeds = range(arguments.first, arguments.first + arguments.modules)
    if arguments.command == "evaluate":
        for way, row in evaluate(seeds).items():
            print(f"{way:10}", *(f"{name} {value:.4f}" for name, value in row.items()))
        return 0
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    with arguments.out.open("w") as file:
        for measured in measure(seeds):
            file.write(json.dumps(measured) + "\n")
            file.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
