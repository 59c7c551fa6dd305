"""What kind of work a PTX instruction is: the classes that a comparison counts."""

from __future__ import annotations

from opencicc.machine.ir import Instr
from opencicc.machine.types import is_float

# In the order they are shown.
CLASSES = (
    "float", "special", "tensor", "integer", "compare", "convert", "move", "global", "shared", "local", "generic",
    "parameter", "texture", "copy", "atomic", "warp", "synchronise", "call", "branch", "other",
)  # fmt: skip

_BY_BASE = {
    "special": "rcp sqrt rsqrt sin cos ex2 lg2 tanh",
    "tensor": "mma wmma wgmma tcgen05 ldmatrix stmatrix movmatrix",
    "compare": "setp set selp slct testp fns",
    "convert": "cvt cvta",
    "move": "mov",
    "texture": "tex tld4 txq suld sust sured suq istypep",
    "copy": "cp prefetch prefetchu discard applypriority createpolicy multimem",
    "atomic": "atom red",
    "warp": "shfl vote match redux activemask elect",
    "synchronise": "bar barrier membar fence mbarrier griddepcontrol setmaxnreg nanosleep clusterlaunchcontrol",
    "call": "call",
    "branch": "bra brx ret exit trap brkpt",
    "integer": "add sub mul mad mul24 mad24 sad div rem abs neg min max popc clz bfind bfe bfi szext bmsk brev dp4a dp2a addc subc "
    "madc and or xor not cnot lop3 shf shl shr prmt vadd vsub vabsdiff vmin vmax vshl vshr vmad vset",
    "float": "fma copysign",
}
_CLASS_OF = {base: name for name, bases in _BY_BASE.items() for base in bases.split()}
_ACCESSES = ("ld", "ldu", "st", "isspacep")
_SPACES = {"global": "global", "shared": "shared", "local": "local", "param": "parameter", "const": "parameter"}


def class_of(instr: Instr) -> str:
    """The class of an instruction."""
    base, modifiers = instr.base, instr.modifiers
    if base in _ACCESSES:
        return next((_SPACES[word.split("::")[0]] for word in modifiers if word.split("::")[0] in _SPACES), "generic")
    found = _CLASS_OF.get(base, "other")
    if found == "integer" and modifiers and is_float(modifiers[-1]):
        return "special" if base == "div" else "float"
    return found


def count_classes(instrs: list[Instr]) -> dict[str, int]:
    """How many there are of each class that occurs, in the order of CLASSES."""
    found = [class_of(instr) for instr in instrs]
    return {name: found.count(name) for name in CLASSES if name in found}
