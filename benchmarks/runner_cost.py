"""What the pipeline runner itself costs: the time of the OPT stage that no pass used.

    .venv/bin/python benchmarks/runner_cost.py [INSTRUCTIONS]

Each figure is the best of many compiles in a warm process, where the machine's noise is least. The runner is what lies
between the passes (plans, conditions, reports, traces); the stage adds what OPT does before the pipeline starts.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from benchmarks.ir_modules import make_module
from opencicc.llvm import helper

ROUNDS = 60
CODEGEN = "codegen"  # timed as a pass, but of the LLC stage


def costs_ms(text: str, **options: object) -> tuple[float, float, float, int]:
    """(runner, OPT stage without its passes, passes, steps) of the compile whose runner was quickest."""
    found = []
    for _ in range(ROUNDS):
        trace = opencicc.compile(text, arch="sm_90", options=dict(options)).trace
        passes = [event for event in trace.events if event.kind == "pass" and event.name != CODEGEN]
        inside = sum(event.duration_us for event in passes)
        runner = sum(trace.times("phase").values()) - inside
        stage = trace.times("stage")["opt"] - inside
        found.append((runner / 1000, stage / 1000, inside / 1000, len(passes)))
    return min(found)


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(helper.describe())
    print(f"{'instructions':<22} {'steps':>5} {'passes ms':>10} {'runner ms':>10} {'OPT without passes ms':>22}")
    for kernels in (1, 4):
        text = make_module(size, kernels=kernels)
        for label, options in (("", {}), (", --time-passes", {"time-passes": True})):
            runner, stage, passes, steps = costs_ms(text, **options)
            name = f"{size} in {kernels}{label}"
            print(f"{name:<22} {steps:>5} {passes:>10.2f} {runner:>10.3f} {stage:>22.3f}")


if __name__ == "__main__":
    main()
