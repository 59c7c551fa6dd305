"""How many of remat's clones code generation left: a clone counts only if it is in the PTX.

The marks tell (marks.py), counted in the text, before the machine passes carry plans out.
"""

from __future__ import annotations

from opencicc.marks import KEEP_MARK, PULL_MARK
from opencicc.trace import Remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.trace import Trace


def tell_survivors(ptx: str, trace: Trace) -> None:
    """A remark for each kernel in which remat left marks."""
    planned: dict[str, int] = {}
    for remark in trace.remarks:
        if remark.pass_name == "remat":
            for name, value in remark.args:
                if name == "Marked":
                    planned[remark.function] = planned.get(remark.function, 0) + int(value)
    for kernel, count in planned.items():
        body = body_of(ptx, kernel)
        surviving = body.count(f"{KEEP_MARK} ") + body.count(f"{PULL_MARK} ")
        said = f"{surviving} of {count} marked clones are in the PTX"
        args = (("Planned", str(count)), ("Surviving", str(surviving)))
        trace.remark(Remark("analysis", "remat", "Survival", kernel, said, args=args))


def body_of(ptx: str, kernel: str) -> str:
    """The text of a kernel, from its name to the end of its body."""
    start = ptx.find(f".entry {kernel}(")
    end = ptx.find("\n}", start)
    return ptx[start : end if end > 0 else len(ptx)] if start >= 0 else ""
