"""What is said of a function's loops: a miss holds only until the loop is looked at again.

Several invocations meet the same loop, and one that can't unroll it knows nothing of the next, which may. So each
takes back the misses of the one before it: in the end there is one remark for a loop that stayed, and none of these
for one that did not. An invocation that is allowed less than the one before, and changes nothing, keeps silent: that
a kind of unrolling is off there is not why the loop stayed.
"""

from __future__ import annotations

from itertools import islice

from opencicc.llvm.ir import Instruction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function
    from opencicc.passes.api import PassContext
    from opencicc.passes.unroll.model import Unroll
    from opencicc.passes.unroll.params import UnrollParams
    from opencicc.trace import Remark

    Misses = dict[str, tuple[UnrollParams, list[Remark]]]

ASKED_EACH_TIME = 4


class Telling:
    """The remarks of one invocation on one function; `misses` are those of the last one, by function."""

    def __init__(self, ctx: PassContext, function: str, misses: Misses) -> None:
        self.ctx = ctx
        self.function = function
        self.misses = misses
        self._said: list[tuple[Unroll, list[Remark]]] = []
        self._missed: list[Remark] = []

    def tell(self, place: Instruction | Function, decision: Unroll, location: str = "") -> None:
        """`location` is for a loop whose branch may be gone by now."""
        ctx, kind = self.ctx, "passed" if decision.is_change else "missed"
        name, args, here = decision.name, decision.arguments, self.owner(place)
        said = [ctx.remark(place, decision.reason, kind=kind, name=name, args=args, location=location, function=here)]
        for name, message in decision.notes:
            said.append(ctx.remark(place, message, kind="analysis", name=name, function=here))
        if decision.is_change:
            self._said.append((decision, said))
        else:
            self._missed += said

    def owner(self, place: Instruction | Function) -> str:
        """Our function's name. Not for a loop without a source line where the function has one, which is not the loop's."""
        return self.function if isinstance(place, Instruction) or not place.location else ""

    def finish(self, params: UnrollParams) -> None:
        """Only one invocation's misses stay. What was said of a function that is gone by now is void.

        A few other functions are asked for each time, in turn: there may be hundreds.
        """
        here = self.function
        before, said = self.misses.pop(here, (params, []))
        if said and not self._said and params.allows_less_than(before):
            self.ctx.take_back(self._missed)
            self.misses[here] = before, said
        else:
            self.ctx.take_back(said)
            self.misses[here] = params, self._missed
        for name in list(islice(self.misses, ASKED_EACH_TIME)):
            kept = self.misses.pop(name)
            if name != here and self.ctx.module.function(name) is None:
                self.ctx.take_back(kept[1])
            else:
                self.misses[name] = kept

    def refuse(self, place: Instruction | Function, decision: Unroll, instead: Unroll) -> None:
        """What was said to be done was not."""
        index = next((i for i, (said, _) in enumerate(self._said) if said is decision), -1)
        if index >= 0:
            self.ctx.take_back(self._said.pop(index)[1])
        self.tell(place, instead)
