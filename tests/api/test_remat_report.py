"""What becomes of remat's clones: counted in the PTX, told as a remark, and weighed by ptxas in the report."""

from __future__ import annotations

import json
from pathlib import Path

from opencicc import tools
from opencicc.pipeline.run.survival import body_of, tell_survivors
from opencicc.report.survival import Survival, survivals
from opencicc.trace import Remark, Trace
from tests.shell import opencicc

EXAMPLE = Path(__file__).resolve().parent.parent / "ir" / "remat-example.ll"
FORCED = ("-arch=sm_90", "-remat-maxreg-ceiling=12", "-remat-max-live-limit=4")
PTX = """
.visible .entry one(
)
{
\t// opencicc.keep 1
\tmov.b32 %r1, %r2;
}
.visible .entry two(
)
{
\t// opencicc.keep 2
\t// opencicc.pull 3
}
"""


def test_the_report_says_how_many_clones_survive() -> None:
    (kernel,) = json.loads(opencicc("report", str(EXAMPLE), "--json", *FORCED).out)
    found = kernel["survival"]
    assert found["planned"] == found["surviving"] > 0
    assert (found["without"] is not None) == (tools.find_tool("ptxas") is not None)


def test_a_kernel_that_was_left_alone_has_nothing_to_report() -> None:
    (kernel,) = json.loads(opencicc("report", str(EXAMPLE), "--json", "-arch=sm_90").out)
    assert kernel["survival"] is None


def test_marks_are_counted_kernel_by_kernel() -> None:
    trace = Trace()
    for kernel, count in (("one", 3), ("two", 2)):
        trace.remark(Remark("passed", "remat", "Rematerialized", kernel, "", args=(("Marked", str(count)),)))
    tell_survivors(PTX, trace)
    assert survivals(trace.remarks) == {"one": Survival(3, 1), "two": Survival(2, 2)}
    assert body_of(PTX, "three") == ""


def test_the_words_tell_what_ptxas_saved() -> None:
    assert Survival(3, 2, (40, 16), (36, 0)).text.endswith(
        "by ptxas 4 registers and 16 bytes of spills saved (40 registers and 16 bytes without it)"
    )
