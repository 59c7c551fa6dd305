"""Let optimizers move inline assembly that concerns one thread only under other conditions.

    call i16 asm "{add.f16 $0,$1,$2;}", "=h,h,h"(i16 %a, i16 %b) convergent    =>    the same, not convergent

Front ends mark all inline assembly `convergent`: it might be a barrier or a shuffle, which threads have to meet at. CUDA's headers
write the arithmetic of half precision so, CUB its loads, and a loop with one such call has no copies that need a remainder, no tests
taken out, and its function no jumps threaded. Here the instructions are read: arithmetic, conversions, loads and stores mean the same
whoever else executes them.

Leaves alone: anything that is not known to concern one thread only (barriers, warp operations, matrix instructions, atomic ones, fences,
jumps and labels, directives other than `.reg`), and alternatives for dialects. What `sideeffect` says stays.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.scan import assembly_calls
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

THREAD_ASSEMBLY = Option(
    "thread-assembly",
    True,
    "Take inline assembly whose instructions concern one thread only for what it is.",
    source="our choice: nvcc copies loops with such loads and sums",
)
CONVERGENT = "convergent"
OF_ONE_THREAD = frozenset(
    """
    abs add addc and bfe bfi bfind brev clz cnot copysign cos createpolicy cvt cvta div dp2a dp4a ex2 fma fns isspacep ld ldu lg2 lop3
    mad mad24 madc max min mov mul mul24 neg not or popc prefetch prmt rcp rem rsqrt sad selp set setp shf shl shr sin slct sqrt st sub
    subc tanh testp xor
    """.split()
)


@function_pass(
    "thread-assembly",
    "Take inline assembly of one thread for what it is.",
    has_first_look=True,
    places=at(Place("opening", before="set-global-array-alignment", why="before anything asks what is convergent")),
    reads=(THREAD_ASSEMBLY,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(THREAD_ASSEMBLY):
        return False
    found = [call for call, template, _ in assembly_calls(function) if is_of_one_thread(call, template)]
    for call in found:
        edit.remove_call_attribute(call, CONVERGENT)
    return bool(found)


def is_of_one_thread(call: Instruction, template: str) -> bool:
    return call.has_call_attribute(CONVERGENT) and concerns_one_thread(template)


def concerns_one_thread(template: str) -> bool:
    """Is every statement of a template an instruction that means the same whoever executes it beside?"""
    if "$(" in template or "/*" in template or ":" in template.replace("::", ""):
        return False
    lines = (line.partition("//")[0] for line in template.split("\n"))
    return all(is_plain(statement) for statement in " ".join(lines).split(";"))


def is_plain(statement: str) -> bool:
    words = statement.strip("{} \t\r").split()
    if words and words[0].startswith("@"):  # a guard
        words = words[1:]
    if not words:
        return True
    return words[0].startswith(".reg") or words[0].partition(".")[0] in OF_ONE_THREAD
