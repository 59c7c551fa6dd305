"""Compare our tables with the published description of the optimizer, row by row.

    compare_with_spec.py --extract optimizer.txt   writes tests/pipeline/spec_rows.json: rows and names, no sentences
    compare_with_spec.py                           compares that file with our tables and prints the tally

Every row either matches or stands in JUSTIFIED with the reason; anything else is a difference and exit code 1. A row that
matches as text may still name a pass without a body, or an option that nothing reads: those are counted apart, each
with its reason.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from opencicc.options.registry import all_names, find
from opencicc.options.slots import BY_NUMBER, BY_OFFSET, SLOTS, Layout
from opencicc.passes.api import NVIDIA_REGISTRY
from opencicc.passes.info import Status
from opencicc.passes.registry import all_passes, find_pass, has_pass
from opencicc.pipeline.readers import acts, readers_of, why_idle
from opencicc.pipeline.spec import languages, phases, tiers, wrappers
from opencicc.pipeline.spec.guards import Guard, guard_of, parse_guard, pass_guards
from opencicc.pipeline.spec.names import CONFLICT, FAST_COMPILE, Level
from opencicc.pipeline.spec.table import Row

ROWS_FILE = Path(__file__).parents[1] / "tests" / "pipeline" / "spec_rows.json"

# The published label of a factory, in our pass names.
LABELS = {
    "ADCE": "adce", "AlwaysInliner": "always-inline", "BarrierOpt": "nvvm-loop-opt",
    "BranchDist": "branch-dist", "BreakCriticalEdges": "break-crit-edges", "CGSCC": "standard",
    "ConstantMerge": "constmerge", "CorrelatedValuePropagation": "correlated-propagation",
    "CVP": "correlated-propagation", "DCE": "dce", "DSE": "dse", "DeadArgElim": "deadargelim",
    "DeadArgElimination": "deadargelim", "EarlyCSE": "early-cse", "FunctionAttrs": "function-attrs",
    "GVN": "gvn", "GenericToNVVM": "generic-to-nvvm", "IPConstProp": "ipsccp", "IPConstPropagation": "ipsccp",
    "IPConstantPropagation": "ipsccp", "Inliner": "inline", "InstCombine": "instcombine",
    "InstructionCombining": "instcombine", "InstructionSimplify": "instsimplify", "LICM": "licm",
    "LLVM": "standard", "LoopIdiomRecognize": "loop-idiom", "LoopIndexSplit": "loop-index-split",
    "LoopOpt/BarrierOpt": "nvvm-loop-opt", "LoopPass": "nvvm-loop-opt", "LoopSimplify": "loop-simplify",
    "LoopStrengthReduce": "nv-loop-reduce", "LoopUnroll": "loop-unroll", "LoopUnswitch": "simple-loop-unswitch",
    "MemCpyOpt": "memcpyopt", "MemorySpaceOpt": "memory-space-opt", "MemorySpaceOptimization": "memory-space-opt",
    "NVIDIA-specific": "factory", "NVVMAnnotations": "nvvm-annotations-processor",
    "NVVMAnnotationsProcessor": "nvvm-annotations-processor", "NVVMBarrierAnalysis": "nvvm-barrier-analysis",
    "NVVMBranchDist": "branch-dist", "NVVMFinalLowering": "nvvm-final-lowering",
    "NVVMGenericAddrOpt": "nvvm-generic-addr-opt", "NVVMIRVerification": "nvvm-ir-verification",
    "NVVMIntrinsicLowering": "nvvm-intrinsic-lowering", "NVVMLateOpt": "nvvm-late-opt",
    "NVVMLoopOpt": "nvvm-loop-opt", "NVVMLoopPass": "nvvm-loop-opt", "NVVMLowerAlloca": "nvvm-lower-alloca",
    "NVVMLowerBarriers": "nvvm-lower-barriers", "NVVMPeephole": "nvvm-peephole-optimizer",
    "NVVMPredicateOpt": "nvvm-predicate-opt", "NVVMReduction": "nvvm-reduction", "NVVMReflect": "nvvm-reflect",
    "NVVMRemat": "remat", "NVVMRematerialization": "remat", "NVVMSinking2": "sinking2",
    "NVVMUnreachableBlockElim": "nvvm-unreachable-block-elim", "NVVMVerifier": "nvvm-verify",
    "NVVMWarpShuffle": "nvvm-warp-shuffle", "NewGVN/GVNHoist": "gvn-variant", "PrintModulePass": "print-module",
    "Reassociate": "reassociate", "SCCP": "sccp", "SROA": "sroa", "SimplifyCFG": "simplifycfg", "Sink": "sink",
    "Sink/MemSSA": "sink", "TailCallElim": "tailcallelim", "TailCallElim/JumpThreading": "tailcallelim",
}  # fmt: skip

UNROLL = "the seven-argument factory makes the unroller: its object and strings say so in the unrolling description"

LOWERS = "at every level: the product's front end leaves no such thing, other writers of IR do, and PTX has none"

# Rows that differ on purpose: key to reason.
JUSTIFIED = {
    "needed nvvm-annotations-processor": "at every level: bounds that contradict each other are PTX that ptxas refuses",
    "needed nvvm-intrinsic-lowering<level=1>": LOWERS,
    "needed printf-lowering": LOWERS,
    "needed cnp-launch-check": "at every level: a warning should not depend on it",
    "needed nvvm-final-lowering": LOWERS,
    "O0 when<calls>(always-inline)": "alwaysinline is no question of the level",
    "counts function": "the text counts 20 function passes and names 19; bounds-checking is taken as the twentieth",
    "tiers #18 EarlyCSE": "opts[3704] is its argument there, not a guard",
    "tier_0 #27 LoopUnswitch": UNROLL,
    "tiers #38 LoopUnswitch": UNROLL,
    "default #33 LoopUnswitch": UNROLL,
}


# Passes that stay without a body, and why; any other one is work to be done.
EXCEPTIONS = {
    "remat": "rematerialisation is work of its own",
    "nv-remat-block": "rematerialisation on PTX is work of its own",
    "factory-1aac510": "no source says what the factory makes; its slots are refused",
    "factory-1922f90": "no source says what the factory makes; its slot is refused",
    "phase-ii-codegen": "no source says what the target adds; asking for it is refused",
}
DOES_SOMETHING = (Status.BUILT, Status.NATIVE, Status.STAND_IN, Status.PROVIDED)


@dataclass(frozen=True)
class Finding:
    """One compared row: `why` is empty when it matches. `subject` is the pass or option that it names, if any."""

    section: str
    key: str
    why: str = ""
    subject: str = ""

    @property
    def missing(self) -> str:
        """Why a row that matches is only text, or nothing."""
        if not self.subject or self.why:
            return ""
        if has_pass(self.subject) and self.section not in OPTION_SECTIONS:
            status = find_pass(self.subject).status
            return "" if status in DOES_SOMETHING else f"pass {self.subject} is {status.value}"
        option = find(self.subject)
        if option.unsupported or (option.slot is not None and not readers_of(option)) or acts(option):
            return ""
        return "; ".join(dict.fromkeys(why_idle(option, reader) for reader in readers_of(option)))

    @property
    def exception(self) -> str:
        """The reason for good, if the row is one of those that stay text."""
        names = [name for name in EXCEPTIONS if f"pass {name} is " in self.missing]
        return EXCEPTIONS[names[0]] if names else ""


OPTION_SECTIONS = ("slots", "toggles", "knobs", "dumps")


# ---- extraction ------------------------------------------------------------------------------------------------


def extract(text: str) -> dict[str, Any]:
    """The rows of the document, section by section."""
    lines = text.splitlines()
    return {
        "slots": list(_slot_rows(lines)),
        "default_on": [int(n) for n in re.search(r"Slots: ((?:\d+, )+\d+)", text)[1].split(", ")],  # type: ignore[index]
        "integers": _integers(_between(lines, "Integer Defaults", "Known Option Names")),
        "widths": re.findall(r"^\| ((?:String|Bool|Integer)[ \w()]*?) \| (\d+)B \| .* \| (\d+) \|$", text, re.M),
        "regions": re.findall(r"^Offset 0x([0-9A-F]+)\s*\[(\d+)B\]", text, re.M),
        "toggles": _names(lines, "Boolean toggles (do-X / no-X):", r"^(do-[\w-]+) \| "),
        "knobs": _names(lines, "| Name | Type | Default | Purpose |", r"^([\w-]+) \| string \|"),
        "dumps": _names(lines, "Dump/debug flags:", r"^(dump-[\w-]+) \| "),
        "tier_0": re.findall(r"^\| \d+ \| (sub_\w+)(?:\(([^)]*)\))? \| (.*?) \| (.*?) \|$", text, re.M),
        "tiers": _calls(lines, "(all tiers combined", "Tier 1 (baseline)"),
        "ptx": _calls(lines, "This path applies only light", "Key difference: no SROA"),
        "mid": _calls(lines, "The primary path for standard CUDA", "Key pattern"),
        "default": _calls(lines, "Used for bitcode from external", "Key difference from"),
        "mid_labels": next(line for line in lines if line.count("→") > 30).split(" → "),
        "phase_0": re.findall(r"^AddPass\(PM, \w+, ([01]), 0\); // (\w+)", text, re.M),
        "phase_2": _phase_rows(lines, "// Phase 2:", "Phase 3:"),
        "phase_5": _phase_rows(lines, "// Phase 5:", "Phase 6:"),
        "flags": re.findall(r"^\| \+(\d+) \| (bool|int|ptr) \| ", text, re.M),
        "tier_flags": re.findall(r"a4\+(\d+)\)\) sub_12DE(330|8F0)\(PM(?:, (\d))?", text)[-4:],
        "pipelines": sorted(set(re.findall(r"nvopt<(O\w+)>", text)) - {"O"}),
        "fast_compile": re.findall(r"^\| (\d) \| [^|]*(?:=(0|max|mid|min)|fast-compile)[^|]* \| ", text, re.M),
        "msp_parameters": re.findall(r"^(?:\| )?([\w-]+) \| (\d+) \| (?:Sets|Enables|Disables)", text, re.M),
        "wrappers": re.findall(r"^\| (\d) \| EP_(\w+)", text, re.M),
        "factories": re.findall(r"^\| ([^|]+?) \| (sub_\w+) \| ([^|]+) \| \3 \|$", text, re.M),
        "registry": {
            kind: [name.rstrip("*") for name in names.split(", ")]
            for kind, names in re.findall(r"^(Module|Function|Loop) pass(?:es)? \(\d+\): (.+)$", text, re.M)
        },
        "registry_counts": dict(re.findall(r"^(Module|Function|Loop) pass(?:es)? \((\d+)\):", text, re.M)),
        "conflict": re.search(r"Cannot specify -O#[^\n]*", text)[0],  # type: ignore[index]
    }


def _slot_rows(lines: list[str]) -> Iterator[list[Any]]:
    for line in lines:
        match = re.match(r"\| (\d+) \| (\d+)\*? \| (BOOL|STRING|INTEGER|STR_PTR) \| (.*)$", line)
        if match:
            cells = [cell.strip() for cell in match[4].split("|")]
            default = cells[0] if re.fullmatch(r'-?\d+|""', cells[0]) else ""
            name = next((cell for cell in cells if re.fullmatch(r"[a-z][\w-]*( \(inverted\))?", cell)), "")
            yield [int(match[1]), int(match[2]), match[3], default, name]


def _integers(lines: list[str]) -> list[list[int]]:
    found = (re.match(r"\| (\d+) \| (-?\d+) \| ", line) for line in lines)
    return [[int(match[1]), int(match[2])] for match in found if match]


def _between(lines: list[str], start: str, end: str) -> list[str]:
    first = next(i for i, line in enumerate(lines) if start in line)
    last = next(i for i, line in enumerate(lines) if i > first and end in line)
    return lines[first + 1 : last]


def _names(lines: list[str], start: str, pattern: str) -> list[str]:
    last = max(i for i, line in enumerate(lines) if line.strip() == start)
    found: list[str] = []
    for line in lines[last + 1 :]:
        match = re.match(pattern, line)
        if match:
            found.append(match[1])
        elif found:
            break
    return found


def _calls(lines: list[str], start: str, end: str) -> list[list[str]]:
    """Lines of the form `sub_X(args) [guard] Label`: factory, arguments, guard, label."""
    rows = []
    for line in _between(lines, start, end):
        match = re.match(r"(sub_\w+)\(([^)]*)\)\s*(?:\[(.*?)\](?=\s+[A-Z]))?\s*(.*)$", line)
        if match:
            rows.append([match[1], match[2], match[3] or "", match[4].split()[0]])
    return rows


def _phase_rows(lines: list[str], start: str, end: str) -> list[list[str]]:
    """`if (guard) AddPass(PM, factory(args), 1, 0); // Label`, the guard on the line before."""
    rows, guard = [], ""
    for line in _between(lines, start, end):
        if line.startswith("if ("):
            guard = line[4 : line.rindex(")")]
        match = re.match(r"AddPass\(PM, (sub_\w+)\((.*?)\), 1, 0\);\s*// (\w+)", line)
        if match:
            rows.append([match[1], match[2], guard, match[3]])
            guard = ""
    return rows


# ---- comparison ------------------------------------------------------------------------------------------------


def compare(rows: dict[str, Any]) -> list[Finding]:
    """Every row of the file against our tables."""
    findings: list[Finding] = []
    for section in SECTIONS:
        findings += section(rows)
    return [replace(f, why=JUSTIFIED.get(f.key, f.why) if f.why else "") for f in findings]


def _check(section: str, key: str, is_equal: bool, why: str = "", subject: str = "") -> Finding:
    return Finding(section, key, "" if is_equal else why or "differs", subject)


TYPES = {"BOOL": ("BOOL_COMPACT", "BOOL_INLINE"), "STRING": ("STRING",), "INTEGER": ("INTEGER",), "STR_PTR": ("STRING_PTR",)}  # fmt: skip
RENAMED = {"do-licm (inverted)": "no-licm", "do-ip-msp (inverted)": "no-memory-space-opt", "do-remat (inverted)": "no-rematerialization"}  # fmt: skip


def _slots(rows: dict[str, Any]) -> Iterator[Finding]:
    for number, offset, kind, default, name in rows["slots"]:
        slot = BY_NUMBER[number]
        ours = "" if slot.option.default == "" else str(int(slot.option.default))
        same = slot.offset == offset and slot.layout.name in TYPES[kind] and ours == default.strip('"')
        has_name = not name or slot.option.name == RENAMED.get(name, name)
        yield _check(
            "slots",
            f"slot {number}",
            same and has_name,
            f"{slot} is not {offset} {kind} {default} {name}",
            slot.option.name,
        )
    on = [slot.number for slot in SLOTS if slot.option.default is True]
    yield _check("slots", "default-on list", on == rows["default_on"])
    for number, default in rows["integers"]:
        yield _check("slots", f"integer {number}", BY_NUMBER[number].option.default == default)
    counts = {"String": "STRING", "Bool (compact)": "BOOL_COMPACT", "Bool (inline)": "BOOL_INLINE", "Integer": "INTEGER", "String pointer": "STRING_PTR"}  # fmt: skip
    for label, width, count in rows["widths"]:
        layout = Layout[counts[label]]
        ours_count = sum(slot.layout is layout for slot in SLOTS)
        yield _check("layouts", label, layout.width == int(width) and ours_count == int(count))
    region_sizes = [(0, 8), (8, 8), (16, 4464), (4480, 32)]
    yield _check("layouts", "regions", [(int(o, 16), int(n)) for o, n in rows["regions"]] == region_sizes)


def _option_names(rows: dict[str, Any]) -> Iterator[Finding]:
    for section in ("toggles", "knobs", "dumps"):
        for name in rows[section]:
            is_answered = name in all_names() and _has_reader_or_reason(name)
            yield _check(section, name, is_answered, "no option of this name, or nothing reads it", name)


def _has_reader_or_reason(name: str) -> bool:
    option = find(name)
    readers = readers_of(option)
    are_known = all(has_pass(reader) or reader == "runner" for reader in readers)
    return bool(option.slot or option.unsupported or (readers and are_known))


def _row_findings(section: str, published: list[list[str]], ours: tuple[Row, ...]) -> Iterator[Finding]:
    """Rows in order, without our print rows where the document leaves them out."""
    named = {factory for factory, *_ in published}
    kept = [row for row in ours if row.factory_id in named or row.text not in ADDED.get(section, ())]
    yield _check(section, f"{section} length", len(kept) == len(published), f"{len(kept)} of {len(published)} rows")
    for number, ((factory, arguments, guard, label), row) in enumerate(zip(published, kept, strict=False), 1):
        key = f"{section} #{number} {label}"
        name = row.text.split("<")[0]
        wanted = LABELS.get(label, label)
        is_same_pass = name == wanted or name.startswith(wanted)
        missing = _missing_terms(guard, row, name)
        yield _check(
            section,
            key,
            is_same_call(row, factory, arguments) and is_same_pass and not missing,
            f"{row} {missing}",
            name if has_pass(name) else "",  # `standard` stands for a list of others
        )


def is_same_call(row: Row, factory: str, arguments: str) -> bool:
    """The same factory with the same arguments, where our row gives any."""
    ours = row.factory.partition("(")[2].rstrip(")")
    return row.factory_id == factory and ours in ("", arguments.replace(" ", ""))


def _missing_terms(guard: str, row: Row, name: str) -> list[str]:
    """Terms of the published guard that neither our row nor the pass itself has."""
    have = (row.guard & (Guard() if name == "standard" else guard_of(name))).terms
    return [str(term) for term in _published_guard(guard).terms if term not in have]


def _published_guard(text: str) -> Guard:
    """`!opts[600]`, `a4[880]`, `tier!=1`, joined by && or ||; words such as "guards" say nothing to compare."""
    either = " || " in text
    words = re.findall(r"!?(?:opts|a4)\[\d+\]|tier[!=]=\d", text.replace(" ", ""))
    notation = [re.sub(r"(?:opts|a4)\[(\d+)\]", r"\1", word) for word in words]
    return parse_guard("|".join(notation) if either else " ".join(notation))


# Rows of ours that the document's list leaves out; the first three stand in the other description of the tiers.
ADDED = {
    "tier_0": ("print-module", "print-module<banner>"),
    "tiers": ("print-module", "print-module<banner>"),
}
EXTRA_TIER_ROWS = (37, 47, 66)  # positions that only the longer description of the tiers has


def _lists(rows: dict[str, Any]) -> Iterator[Finding]:
    tier_0 = [[f, a, g.replace("—", ""), label.split(" [")[0].split()[0]] for f, a, label, g in rows["tier_0"]]
    yield from _row_findings("tier_0", tier_0, tuple(r for r in tiers.TIER_0 if not r.text.startswith("print")))
    ours = tuple(r for r in tiers.TIERS if not r.text.startswith("print") and r.number not in EXTRA_TIER_ROWS)
    yield from _row_findings("tiers", rows["tiers"], ours)
    for name in ("ptx", "mid", "default"):
        yield from _row_findings(name, rows[name], languages.PATHS[name])
    labels = [LABELS[label.split()[0]] for label in rows["mid_labels"]]
    texts = [row.text.split("<")[0] for row in languages.MID]
    yield _check("mid", "mid label order", labels == texts)
    yield from _row_findings("phase_2", rows["phase_2"], phases.PRE_OPTIMIZATION)
    yield from _row_findings("phase_5", rows["phase_5"], phases.FINALIZATION)
    published = [int(flag) for flag, _ in rows["phase_0"]]
    yield _check("phase_0", "phase 0 flags", published == list(phases.INFRASTRUCTURE_FLAGS))


def _guards(rows: dict[str, Any]) -> Iterator[Finding]:
    """Every offset of the flag map is a slot, a part of one or a field; a guard offset is read by some guard."""
    fields = {"3532", "3572", "3612", "4228", "3656", "4480", "4488", "4496"}
    read = {o for text in pass_guards().values() for o in parse_guard(text).offsets}
    for table in (tiers.TIER_0, tiers.TIERS, phases.PRE_OPTIMIZATION, phases.FINALIZATION, *languages.PATHS.values()):
        read |= {offset for row in table for offset in row.guard.offsets}
    read |= {
        200,
        1840,
        2920,
        3120,
        3528,
        3568,
        3608,
        3648,
        3904,
        3944,
        4224,
        4304,
        4384,
    }  # read by the assembler itself
    for offset, *_ in rows["flags"]:
        is_known = offset in fields or (int(offset) in BY_OFFSET and int(offset) in read)
        yield _check("flags", f"+{offset}", is_known, "no guard reads it")


def _additions(rows: dict[str, Any]) -> Iterator[Finding]:
    """Rows of ours that stand at levels where the document has none; each needs its reason."""
    for section, table in (("needed", phases.NEEDED), ("needed", phases.NEEDED_LAST), ("O0", languages.O0)):
        for row in table:
            if row.factory == "our addition":
                yield _check("additions", f"{section} {row.text}", False, "not in the document")


def _names_and_factories(rows: dict[str, Any]) -> Iterator[Finding]:
    yield _check("pipelines", "names", rows["pipelines"] == sorted(level.value for level in Level))
    given = {word: int(value) for value, word in rows["fast_compile"] if word in ("max", "mid", "min")}
    yield _check("pipelines", "fast-compile values", given == {k: v for k, v in FAST_COMPILE.items() if v})
    yield _check("pipelines", "conflict message", CONFLICT.startswith(rows["conflict"].rstrip()))
    params = [word for word, _ in rows["msp_parameters"]]
    yield _check("pipelines", "memory-space-opt", tuple(params) == find_pass("memory-space-opt").params[: len(params)])
    for number, point in rows["wrappers"]:
        yield _check("wrappers", f"standard {number}", wrappers.EXTENSION_POINTS.get(int(number)) == point)
    every = (phases.INFRASTRUCTURE, phases.PRE_OPTIMIZATION, phases.FINALIZATION, tiers.TIER_0, tiers.TIERS, languages.OFCMAX, languages.O0, *languages.PATHS.values())  # fmt: skip
    ids = {row.factory_id for table in every for row in table}
    for label, factory, _ in rows["factories"]:
        yield _check("factories", f"{factory} {label}", factory in ids, "in none of our tables")
    ours = {info.name: info for info in all_passes() if info.origin == NVIDIA_REGISTRY}
    for kind, names in rows["registry"].items():
        for name in names:
            is_ours = name in ours and ours[name].kind.value == kind.lower()
            yield _check("registry", name, is_ours, "not in our registry under this kind", name)
        count = int(rows["registry_counts"][kind])
        yield _check("registry", f"counts {kind.lower()}", len(names) == count, f"{len(names)} named, {count} counted")


SECTIONS: tuple[Callable[[dict[str, Any]], Iterator[Finding]], ...] = (
    _slots,
    _option_names,
    _lists,
    _guards,
    _additions,
    _names_and_factories,
)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--extract", type=Path, help="the document to take the rows from")
    arguments = parser.parse_args(argv)
    if arguments.extract:
        ROWS_FILE.write_text(json.dumps(extract(arguments.extract.read_text()), indent=1) + "\n")
        print(f"wrote {ROWS_FILE}")
    findings = compare(json.loads(ROWS_FILE.read_text()))
    matched = [finding for finding in findings if not finding.why]
    justified = [finding for finding in findings if finding.why and finding.key in JUSTIFIED]
    wrong = [finding for finding in findings if finding.why and finding.key not in JUSTIFIED]
    text_only = [finding for finding in matched if finding.missing]
    named = sum(bool(finding.subject) for finding in matched)
    print(f"{len(findings)} rows: {len(matched)} match, {len(justified)} differ for a reason, {len(wrong)} differ")
    for finding in (*justified, *wrong):
        print(f"  {finding.section}: {finding.key}: {finding.why}")
    print(
        f"{named} of those that match name a pass or an option: {named - len(text_only)} do something, {len(text_only)} don't"
    )
    for finding in text_only:
        print(
            f"  {finding.section}: {finding.key}: {finding.missing}{f' ({finding.exception})' * bool(finding.exception)}"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
