"""--try-ptxas: the PTX of several settings of the machine passes, assembled; the one that ptxas makes most of is kept.

What counts, in this order: bytes spilled, in kernels and in what they call; warps that fit, summed over the kernels; the size of
the machine code. Between equals the first setting wins, and the first is the PTX as it came.
"""

from __future__ import annotations

from opencicc import tools
from opencicc.compiler.kernels import measured, scan_kernels
from opencicc.compiler.settings import Settings
from opencicc.options import registry
from opencicc.pipeline.run.machine import run_machine
from opencicc.record import record, replace
from opencicc.trace import Remark, Trace

PASS = "try-ptxas"
# Name of a setting and the knobs that differ from the compile's own.
TRIES: tuple[tuple[str, dict[str, object]], ...] = (
    ("as given", {}),
    ("every step of occupancy", {"nv-remat-least-cliff": 1}),
    ("clones whatever they gain", {"nv-remat-least-relief": 0}),
    ("loops too", {"nv-remat-least-cliff": 1, "nv-remat-block-loop-cost-factor": 1}),
    ("as few registers as possible", {"nv-remat-default-max-reg": 1, "nv-remat-aim": 1, "nv-remat-block-loop-cost-factor": 4}),
)  # fmt: skip


@record
class Verdict:
    """What ptxas made of one PTX; less is better in every field."""

    spill_bytes: int
    missing_warps: int
    code_bytes: int

    @property
    def key(self) -> tuple[int, int, int]:
        return self.spill_bytes, self.missing_warps, self.code_bytes


def best_of(ptx: str, settings: Settings, trace: Trace, name: str) -> str:
    """The best PTX of all settings, the one without machine passes among them."""
    tools.require_tool("ptxas")
    tried: dict[str, str] = {"without": ptx}
    for title, knobs in TRIES:
        tried[title] = run_machine(ptx, with_knobs(settings, knobs), Trace(), name)
    known = {text: judge(text, settings) for text in dict.fromkeys(tried.values())}  # many settings write the same
    verdicts = {title: known[text] for title, text in tried.items()}
    best = min(tried, key=lambda title: verdicts[title].key)
    for title, verdict in verdicts.items():
        said = f"{title}: {verdict.spill_bytes} bytes spilled, {verdict.code_bytes} bytes of code"
        kept = ", kept" if title == best else ""
        trace.remark(Remark("analysis", PASS, "Tried", "", said + kept))
    trace.note(f"--try-ptxas keeps the PTX of '{best}'")
    return tried[best]


def with_knobs(settings: Settings, knobs: dict[str, object]) -> Settings:
    changes = [(registry.find(name, PASS), value, PASS) for name, value in knobs.items()]
    fresh = [change for change in changes if not settings.values.is_set(change[0])]  # what the user set stays
    return replace(settings, values=settings.values.with_values(fresh))


def judge(ptx: str, settings: Settings) -> Verdict:
    target = settings.target
    flags = (*tools.relocatable_flag(ptx), *tools.ptxas_flags(settings.values))
    cubin, said = tools.run_ptxas(ptx, target.name, extra=flags)
    kernels = measured(scan_kernels(ptx), tools.parse_resources(said), target)
    warps = sum(target.limits.warps - (kernel.resident_warps or 0) for kernel in kernels)
    return Verdict(tools.spilled_bytes(said), warps, len(cubin))
