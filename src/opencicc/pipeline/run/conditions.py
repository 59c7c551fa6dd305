"""Conditions: cheap questions that tell whether a step can do anything, for passes of ours and `when<...>(...)`.

They are asked once, when the first step with them comes, and must be properties that no pass brings about: native
passes make no loops where a module has none, call no function that nobody refers to, declare no symbol and invent no
small values. So a step whose condition fails is left out of the whole run, and the native steps around it run
together. Those of ASKED_ANEW can become true (loop-idiom declares memset, lower-struct-args makes copies, unrolling makes
code, a plugin may make anything that has to be lowered): they are asked at every step that has them, after what stands
before it has run. `changed` is about the run and `crowded` about the options too: the runner answers these.
"""

from __future__ import annotations

from opencicc.llvm.ir import Function, Module
from opencicc.llvm.names import (
    BARRIER_FORMS,
    CLUSTER_DIMENSIONS,
    LARGEST_BLOCK,
    LARGEST_CLUSTER,
    MAX_REGISTERS,
    MIN_BLOCKS,
    REDUCING_BARRIER,
    REQUIRED_BLOCK,
    SHARED,
    WARP_FORMS,
)
from opencicc.llvm.scan import has_backward_edge, has_byval_parameter, has_instructions
from opencicc.llvm.services import services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.target import Target

CONDITIONS = {
    "aggregates": "a memcpy, memmove or memset is used, or a whole struct or array is loaded or stored",
    "annotations": "nvvm.annotations are left, or a kernel's bounds are zero or contradict each other",
    "barrier-forms": "a form of barrier is declared that nvvm-lower-barriers rewrites",
    "barriers": "a barrier of the threads of a block is declared",
    "bounds": "some function has launch bounds",
    "byval": "some function has a struct parameter that is passed by value",
    "calls": "some function with a body is referred to",
    "changed": "the last pass of ours before this step changed something",
    "crowded": "some kernel may need more registers than it should take, or somebody set a knob of remat",
    "declares:NAME": "the module has a function NAME",
    "gated": "code generation can be told what to leave out: the native helper is there",
    "large": "the module has 32 instructions or more: with fewer nothing is short of registers",
    "long": "some function has 200 instructions or more (asked by late steps only: inlining and unrolling make them)",
    "loops": "some function has an edge to a block at or before it",
    "nvvm-forms": "an NVVM form of a warp operation or a barrier is declared that libLLVM does not have",
    "objects": "some function has a stack object or a parameter of known alignment, or there are variables",
    "pairs": "some instruction gives a value of which a vector register holds two, truth values aside",
    "peepholes": "a vote, the lane's number, an approximate function or a barrier is declared",
    "shared": "a variable is in shared memory",
    "shuffles": "a shuffle between the lanes of a warp is declared",
    "spaces": "a generic pointer is loaded, made of a number or given back by a call, or an access may be in wrong memory",
    "stack": "some function has a stack object (front ends make them in the entry block)",
    "syscalls": "a function of CUDA's device runtime is declared",
    "textures": "a fetch from a texture or an access to a surface is declared",
    "unlowered": "an NVVM form, a printf or an operation that is wider than PTX has one is left",
    "variables": "the module has variables",
    "wide": "some division or conversion is of integers of more than 64 bits, or some arithmetic of fp128",
}
_LARGE = 32
CONDITION_JOINT = "+"  # between conditions that must all hold
CHANGED = "changed"
LONG = 200
# Conditions that ask for a declaration whose name begins with one of these.
_DECLARED = {
    "barriers": ("llvm.nvvm.barrier.cta.",),
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
    "syscalls": ("cuda", "__cudaCDP2"),
    "textures": ("llvm.nvvm.tex.", "llvm.nvvm.tld4.", "llvm.nvvm.suld.", "llvm.nvvm.sust."),
}
CROWDED = "crowded"  # depends on options too: the runner asks scarce.py
ASKED_ANEW = frozenset(("aggregates", CROWDED, "large", "unlowered"))
_TRANSFERS = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")
PRINTF = "printf"


def is_condition(text: str) -> bool:
    return text in CONDITIONS or text.startswith("declares:")


def is_asked_anew(joined: str) -> bool:
    return bool(joined) and not ASKED_ANEW.isdisjoint(joined.split(CONDITION_JOINT))


def holds(condition: str, module: Module, target: Target) -> bool:
    name, _, argument = condition.partition(":")
    if name == "declares":
        return module.function(argument) is not None
    if name == "annotations":
        return module.has_metadata("nvvm.annotations") or any(map(_has_odd_bounds, module.functions))
    if name == "nvvm-forms":
        return has_forms(module)
    if name == "barrier-forms":
        return _declares_one_of(module, BARRIER_FORMS) or _declares_prefix(module, (REDUCING_BARRIER,))
    if name == "wide":
        return services().has_wide_operations(module)
    if name == "unlowered":
        return has_forms(module) or module.function(PRINTF) is not None or services().has_wide_operations(module)
    if name == "bounds":
        bounds = (REQUIRED_BLOCK, LARGEST_BLOCK)
        return any(function.has_attribute(name) for function in module.definitions for name in bounds)
    if name == "byval":
        return any(has_byval_parameter(function) for function in module.definitions)
    if name == "calls":
        return any(function.has_uses for function in module.functions if not function.is_declaration)
    if name in _DECLARED:
        return _declares_prefix(module, _DECLARED[name])
    if name == "aggregates":
        declared = (function for function in module.functions if function.is_declaration and function.has_uses)
        has_transfers = any(function.name.startswith(_TRANSFERS) for function in declared)
        return has_transfers or services().has_aggregate_accesses(module)
    if name == "shared":
        return any(variable.address_space == SHARED for variable in module.globals)
    if name == "variables":
        return any(True for _ in module.globals)
    if name == "stack":
        return any(_has_stack_object(function) for function in module.definitions)
    if name == "objects":
        return any(True for _ in module.globals) or any(_has_objects(function) for function in module.definitions)
    if name == "pairs":
        return services().has_values_up_to(module, vector_bits(target) // 2)
    if name == "spaces":
        return services().has_open_pointers(module)
    if name == "long":
        return any(has_instructions(function, LONG) for function in module.functions)
    if name == "gated":
        return services().gates_codegen
    if name == "large":
        return services().count_instructions(module) >= _LARGE
    if name == "loops":
        return any(has_backward_edge(function) for function in module.functions)
    raise ValueError(f"unknown condition {condition}")


def has_forms(module: Module) -> bool:
    return _declares_one_of(module, WARP_FORMS) or _declares_one_of(module, BARRIER_FORMS)


def _declares_one_of(module: Module, names: tuple[str, ...]) -> bool:
    return any(module.function(name) is not None for name in names)


def _declares_prefix(module: Module, prefixes: tuple[str, ...]) -> bool:
    return any(function.name.startswith(prefixes) for function in module.functions if function.is_declaration)


def _has_odd_bounds(function: Function) -> bool:
    if not function.is_kernel:
        return False
    required, largest, cluster, clusters = (
        function.attribute(name) for name in (REQUIRED_BLOCK, LARGEST_BLOCK, CLUSTER_DIMENSIONS, LARGEST_CLUSTER)
    )
    if (required and largest) or (cluster and clusters):
        return True
    others = (function.attribute(name) for name in (MAX_REGISTERS, MIN_BLOCKS))
    return any(text and "0" in text.split(",") for text in (required, largest, clusters, *others))


def vector_bits(target: Target) -> int:
    """How wide LLVM's vectorizers take a register to be: pairs of half precision, from sm_100 on of single too."""
    return 64 if target.sm >= 100 else 32


def _has_objects(function: Function) -> bool:
    return _has_stack_object(function) or any(
        function.argument_alignment(position) > 1 for position in range(len(function.value_type.params))
    )


def _has_stack_object(function: Function) -> bool:
    return any(instruction.opcode == "alloca" for instruction in next(iter(function.blocks)).instructions)
