"""The rules for calls of intrinsics: which there are, and of which types."""

from __future__ import annotations

from opencicc.llvm.ir import Instruction
from opencicc.llvm.names import CONSTANT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# By the words of the name behind `llvm.`; types follow them. Math of these names is libdevice's.
UNSUPPORTED = frozenset(
    "sin cos exp exp2 log log2 log10 pow powi fabs nearbyint rint round tanh objectsize prefetch readcyclecounter "
    "returnaddress frameaddress stacksave stackrestore pcmarker stackprotector init.trampoline adjust.trampoline gcroot "
    "gcread gcwrite eh.typeid.for eh.sjlj.setjmp eh.sjlj.longjmp eh.sjlj.lsda eh.sjlj.callsite eh.return.i32 eh.return.i64 "
    "eh.unwind.init".split()
)
# libLLVM has none of these: they tell whether the threads of a warp are together at a branch.
CONVERGENCE_TESTS = ("llvm.nvvm.branch.if.convergent", "llvm.nvvm.branch.if.all.convergent")
TRANSFERS = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")
COUNTS, COUNTED_WIDTHS = frozenset(("ctpop", "ctlz", "cttz")), (8, 16, 32, 64)
SWAPPED_WIDTHS = CHECKED_WIDTHS = (16, 32, 64)
CHECKED = frozenset(f"{sign}{operation}.with.overflow" for sign in "su" for operation in ("add", "sub", "mul"))


def faults(call: Instruction, name: str) -> Iterator[str]:
    base = base_name(name)
    if base in UNSUPPORTED:
        yield f"intrinsic {name} is not supported"
    elif name in CONVERGENCE_TESTS:
        yield from convergence_faults(call, name)
    elif name.startswith(TRANSFERS):
        if call.operand(0).type.address_space == CONSTANT:
            yield "constant memory can't be written"
    elif base == "bswap":
        if call.type.integer_width not in SWAPPED_WIDTHS:
            yield "bswap takes i16, i32 and i64"
    elif base in COUNTS:
        type_ = call.type.element if call.type.kind == "vector" else call.type
        if type_.integer_width not in COUNTED_WIDTHS:
            yield f"{base} takes i8, i16, i32 and i64"
    elif base in CHECKED and call.operand(0).type.integer_width not in CHECKED_WIDTHS:
        yield f"{base} takes i16, i32 and i64"


def convergence_faults(call: Instruction, name: str) -> Iterator[str]:
    if name == CONVERGENCE_TESTS[0] or call.arguments:
        yield f"{name} is not of this type"
        return
    users = [Instruction(user.ref) for user in call.users]
    if [user.opcode for user in users] != ["br"]:
        yield f"the result of {name} decides one branch and nothing else"


def base_name(name: str) -> str:
    """A name without `llvm.` and without the types at its end: words that name an operation hold no digits but these."""
    words = name.split(".")[1:]
    while len(words) > 1 and ".".join(words) not in UNSUPPORTED and is_type_word(words[-1]):
        words.pop()
    return ".".join(words)


def is_type_word(word: str) -> bool:
    """f32, i64, p0, v2f32, bf16: letters of a type, then a number."""
    letters = word.rstrip("0123456789")
    return letters != word and (letters in ("i", "f", "bf", "p") or letters.startswith(("v", "nxv")))
