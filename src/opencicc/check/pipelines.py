"""Named ways to compile: no optimization, stock LLVM, ours at each level, one pass alone, random decisions.

O0  stock  O1  O2  O3  Ofcmin  Ofcmid  Ofcmax  path-ptx  path-default  remat  remat-limited  turned  remat-ir  sunk  only:gvn  chaos:7
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Protocol

import opencicc
from opencicc.check.turned import turn_blocks
from opencicc.compiler.api import compile_with_values, option_values
from opencicc.compiler.files import Input
from opencicc.errors import UsageError, suggest

DEFAULT_ARCH = "sm_90"
# Bit by bit comparison is right only where no multiplication may be contracted with an addition.
BITWISE_OPTIONS: Mapping[str, object] = {"fma": False}
ONLY, CHAOS = "only:", "chaos:"


@dataclass(frozen=True)
class Built:
    """PTX, and for each pass that ran whether it changed anything (None where that is not known)."""

    ptx: str
    passes: tuple[tuple[str, bool | None], ...] = ()


class Compiler(Protocol):
    """Anything that makes PTX from IR."""

    @property
    def name(self) -> str: ...

    def build(self, ir: str | bytes, arch: str) -> Built: ...


@dataclass(frozen=True)
class Pipeline:
    """opencicc with fixed options. Without a level, `passes` in the options says what runs."""

    name: str
    opt_level: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)

    def build(self, ir: str | bytes, arch: str = DEFAULT_ARCH) -> Built:
        result = opencicc.compile(ir, arch, self.opt_level, self.options, name=self.name)
        passes = tuple((event.name, event.changed) for event in result.trace.events if event.kind == "pass")
        return Built(result.ptx, passes)

    def with_options(self, more: Mapping[str, object]) -> Pipeline:
        return replace(self, options={**self.options, **more})


@dataclass(frozen=True)
class TurnedPipeline(Pipeline):
    """Compiles as far as code generation, puts the blocks in another order, and goes on with that."""

    def build(self, ir: str | bytes, arch: str = DEFAULT_ARCH) -> Built:
        made = opencicc.compile(ir, arch, self.opt_level, {**self.options, "stop-after": "llc"}, name=self.name)
        given = {**self.options, "opt-level": self.opt_level, "arch": arch, "start-from": "mach", "stop-after": "mach"}
        done = compile_with_values([Input(self.name, turn_blocks(made.ptx).encode())], option_values(given))
        events = (*made.trace.events, *done.trace.events)
        return Built(done.ptx, tuple((event.name, event.changed) for event in events if event.kind == "pass"))


O0 = Pipeline("O0", 0)
NEEDED = "printf-lowering"  # what no pipeline text of LLVM's own can do without: PTX has no printf
STOCK = Pipeline("stock", None, {"passes": f"{NEEDED},llvm-default<O3>"})
LEVELS = (
    Pipeline("O1", 1),
    Pipeline("O2", 2),
    Pipeline("O3", 3),
    Pipeline("Ofcmin", None, {"Ofast-compile": "min"}),
    Pipeline("Ofcmid", None, {"Ofast-compile": "mid"}),
    Pipeline("Ofcmax", None, {"Ofast-compile": "max"}),
)
PATHS = (
    Pipeline("path-ptx", 3, {"language": "ptx"}),
    Pipeline("path-default", 3, {"language": "default"}),
)
# The passes on PTX with nothing to hold them back: every value that can be computed again is.
REMAT = Pipeline(
    "remat",
    3,
    {
        "nv-remat-aim": 1,
        "nv-remat-block": 15,
        "nv-remat-block-single-cost": 1_000_000,
        "nv-remat-block-max-cost": 1_000_000,
        "nv-remat-block-map-size-limit": 50,
        "nv-remat-threshold-for-spec-reg": 0,
    },
)
# The same where clones stand against spills: under a limit that nearly every kernel exceeds.
REMAT_LIMITED = Pipeline(
    "remat-limited",
    3,
    {
        "maxreg": 8,
        "nv-remat-block": 15,
        "nv-remat-block-single-cost": 1_000_000,
        "nv-remat-block-max-cost": 1_000_000,
        "nv-remat-block-map-size-limit": 50,
        "nv-remat-least-relief": 0,
        "nv-remat-share-without-calls": 50,
        "nv-remat-share-of-limit": 50,
    },
)
# The same on blocks in another order, in functions of any length.
TURNED = TurnedPipeline("turned", 3, {**REMAT.options, "mad-wide-most-instructions": 1_000_000})
# The same on IR: every step of remat with nothing to hold it back.
REMAT_IR = Pipeline(
    "remat-ir",
    3,
    {
        "remat-maxreg-ceiling": 1,
        "remat-max-live-limit": 0,
        "remat-single-cost-limit": 1_000_000_000,
        "remat-gep-cost": 1_000_000_000,
        "remat-use-limit": 1_000_000,
        "max-recurse-depth": 12,
        "remat-move": True,
        "remat-load-param": True,
        "remat-iv": 5,
        "simplify-live-out": 3,
        "remat-add": 2,
    },
)
# Sinking by our own rules in functions of any size; instcombine would have sunk most of it before.
SUNK = Pipeline(
    "sunk",
    None,
    {"passes": f"{NEEDED},sroa,careful-sink", "careful-sink-from": 0, "careful-sink-to": 1_000_000},
)
_ALL = (O0, STOCK, *LEVELS, *PATHS, REMAT, REMAT_LIMITED, TURNED, REMAT_IR, SUNK)
NAMED = {pipeline.name: pipeline for pipeline in _ALL}
# What `check` compares unless told otherwise: the reference first.
DEFAULT = (O0, STOCK, *LEVELS)


def find_pipeline(name: str, at: str = "") -> Pipeline:
    """The pipeline of a name; `only:PASS` and `chaos:SEED` make one."""
    if name.startswith(ONLY):
        return only_pass(name.removeprefix(ONLY))
    if name.startswith(CHAOS):
        return chaos(int(name.removeprefix(CHAOS)))
    if name not in NAMED:
        fix = f"{suggest(name, NAMED)}pipelines: {', '.join(NAMED)}, {ONLY}PASS, {CHAOS}SEED"
        raise UsageError(f"unknown pipeline '{name}'", at=at, fix=fix)
    return NAMED[name]


def only_pass(text: str) -> Pipeline:
    """One pass alone, or any pipeline text."""
    return Pipeline(f"{ONLY}{text}", None, {"passes": f"{NEEDED},{text}"})


def chaos(seed: int) -> Pipeline:
    """O3 with inlining and unrolling decided at random: any legal decision must give the same results."""
    return Pipeline(f"{CHAOS}{seed}", 3, {"chaos": seed})


@lru_cache(maxsize=1)
def runnable_passes() -> tuple[str, ...]:
    """The text of every pass of O3's pipeline that does something, each once."""
    from opencicc.compiler.settings import resolve
    from opencicc.passes.registry import Status
    from opencicc.pipeline.run.optimize import pipeline_of

    runs = (Status.BUILT, Status.NATIVE, Status.STAND_IN)
    steps = pipeline_of(resolve(option_values({"opt-level": 3}))).steps
    leaves = (leaf for step in steps for leaf in step.leaves if leaf.status in runs)
    return tuple(dict.fromkeys(leaf.text for leaf in leaves))


def every_single_pass() -> tuple[Pipeline, ...]:
    """Ours with one pass at a time."""
    return tuple(only_pass(text) for text in runnable_passes())
