"""Conditions: cheap questions that tell whether a step can do anything, for passes of ours and `when<...>(...)`.

They are asked once, when the first step with them comes, and must be properties that no pass brings about: native
passes make no loops where a module has none, call no function that nobody refers to, declare no symbol and invent no
small values. So a step whose condition fails is left out of the whole run, and the native steps around it run
together. `changed` alone is about the run and not about the module: the runner answers it.
"""

from __future__ import annotations

from opencicc.llvm.ir import Function, Module
from opencicc.llvm.names import LARGEST_BLOCK, REQUIRED_BLOCK, SHARED
from opencicc.llvm.scan import has_backward_edge
from opencicc.llvm.services import services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.target import Target

CONDITIONS = {
    "barriers": "a barrier of the threads of a block is declared",
    "bounds": "some function has launch bounds",
    "calls": "some function with a body is referred to",
    "changed": "the last pass of ours before this step changed something",
    "copies": "a memcpy or memmove is declared",
    "declares:NAME": "the module has a function NAME",
    "loops": "some function has an edge to a block at or before it",
    "pairs": "some instruction gives a value of which a vector register holds two, truth values aside",
    "peepholes": "a vote, the lane's number, an approximate function or a barrier is declared",
    "shared": "a variable is in shared memory",
    "shuffles": "a shuffle between the lanes of a warp is declared",
    "spaces": "a generic pointer is loaded, made of a number or given back by a call, or an access may be in wrong memory",
    "stack": "some function has a stack object (front ends make them in the entry block)",
    "textures": "a fetch from a texture or an access to a surface is declared",
    "transfers": "a memcpy or memset is declared (asked by late steps only: loop-idiom declares them)",
}
CONDITION_JOINT = "+"  # between conditions that must all hold
CHANGED = "changed"
# Conditions that ask for a declaration whose name begins with one of these.
_DECLARED = {
    "barriers": ("llvm.nvvm.barrier.cta.",),
    "copies": ("llvm.memcpy.", "llvm.memmove."),
    "peepholes": (
        "llvm.nvvm.vote.",
        "llvm.nvvm.barrier.cta.",
        "llvm.nvvm.read.ptx.sreg.laneid",
        "llvm.nvvm.read.ptx.sreg.warpsize",
        "llvm.nvvm.ex2.approx.",
        "llvm.nvvm.lg2.approx.",
        "llvm.nvvm.sin.approx.",
        "llvm.nvvm.cos.approx.",
    ),
    "shuffles": ("llvm.nvvm.shfl.sync.",),
    "textures": ("llvm.nvvm.tex.", "llvm.nvvm.tld4.", "llvm.nvvm.suld.", "llvm.nvvm.sust."),
    "transfers": ("llvm.memcpy.", "llvm.memset."),
}


def is_condition(text: str) -> bool:
    return text in CONDITIONS or text.startswith("declares:")


def holds(condition: str, module: Module, target: Target) -> bool:
    name, _, argument = condition.partition(":")
    if name == "declares":
        return module.function(argument) is not None
    if name == "bounds":
        bounds = (REQUIRED_BLOCK, LARGEST_BLOCK)
        return any(function.has_attribute(name) for function in module.definitions for name in bounds)
    if name == "calls":
        return any(function.has_uses for function in module.functions if not function.is_declaration)
    if name in _DECLARED:
        prefixes = _DECLARED[name]
        return any(function.name.startswith(prefixes) for function in module.functions if function.is_declaration)
    if name == "shared":
        return any(variable.address_space == SHARED for variable in module.globals)
    if name == "stack":
        return any(_has_stack_object(function) for function in module.definitions)
    if name == "pairs":
        return services().has_values_up_to(module, vector_bits(target) // 2)
    if name == "spaces":
        return services().has_open_pointers(module)
    if name == "loops":
        return any(has_backward_edge(function) for function in module.functions)
    raise ValueError(f"unknown condition {condition}")


def vector_bits(target: Target) -> int:
    """How wide LLVM's vectorizers take a register to be: pairs of half precision, from sm_100 on of single too."""
    return 64 if target.sm >= 100 else 32


def _has_stack_object(function: Function) -> bool:
    return any(instruction.opcode == "alloca" for instruction in next(iter(function.blocks)).instructions)
