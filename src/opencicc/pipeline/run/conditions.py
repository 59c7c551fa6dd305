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
    WARP_FORMS,
)
from opencicc.llvm.scan import (
    HAS_ALIGNED,
    HAS_BYVAL,
    HAS_CALLS,
    HAS_LONG,
    HAS_LOOPS,
    HAS_SHARED,
    HAS_STACK,
    HAS_VARIABLES,
)
from opencicc.llvm.services import services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.function_names import FunctionNames
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
    "long-or-loops": "one of the two that these words name",
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
# Conditions that one walk over the module answers.
_WALKED = {
    "byval": HAS_BYVAL,
    "calls": HAS_CALLS,
    "long": HAS_LONG,
    "long-or-loops": HAS_LONG | HAS_LOOPS,
    "loops": HAS_LOOPS,
    "objects": HAS_VARIABLES | HAS_STACK | HAS_ALIGNED,
    "shared": HAS_SHARED,
    "stack": HAS_STACK,
    "variables": HAS_VARIABLES,
}
_TRANSFERS = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")
PRINTF = "printf"
BARRIER_NAMES = frozenset(BARRIER_FORMS)
FORM_NAMES = frozenset((*WARP_FORMS, *BARRIER_FORMS))


def is_condition(text: str) -> bool:
    return text in CONDITIONS or text.startswith("declares:")


class Facts:
    """A module as it is now; what several conditions ask for is read once, when the first of them does."""

    __slots__ = ("_kinds", "_names", "module", "target")

    def __init__(self, module: Module, target: Target) -> None:
        self.module = module
        self.target = target
        self._kinds = -1
        self._names: FunctionNames | None = None

    @property
    def kinds(self) -> int:
        if self._kinds < 0:
            self._kinds = services().module_facts(self.module, LONG)
        return self._kinds

    @property
    def names(self) -> FunctionNames:
        """Of functions."""
        if self._names is None:
            self._names = self.module.function_names
        return self._names

    @property
    def bounded(self) -> list[Function]:
        """Functions that say something about their launch."""
        return [Function(ref) for ref in services().bounded_functions(self.module)]

    def holds(self, condition: str) -> bool:
        """Does a condition hold?"""
        if condition in _WALKED:
            return bool(self.kinds & _WALKED[condition])
        if condition in _DECLARED:
            return self.names.declares(_DECLARED[condition])
        return self._holds_rare(condition)

    def _holds_rare(self, condition: str) -> bool:
        module = self.module
        name, _, argument = condition.partition(":")
        if name == "declares":
            return argument in self.names.all
        if name == "annotations":
            return module.has_metadata("nvvm.annotations") or any(map(_has_odd_bounds, self.bounded))
        if name == "nvvm-forms":
            return self._has_forms()
        if name == "barrier-forms":
            return not BARRIER_NAMES.isdisjoint(self.names.declared) or self.names.declares((REDUCING_BARRIER,))
        if name == "wide":
            return services().has_wide_operations(module)
        if name == "unlowered":
            is_lowered = not self._has_forms() and PRINTF not in self.names.all
            return not is_lowered or services().has_wide_operations(module)
        if name == "bounds":
            bounds = (REQUIRED_BLOCK, LARGEST_BLOCK)
            return any(function.has_attribute(name) for function in self.bounded for name in bounds)
        if name == "aggregates":
            return self.names.uses(_TRANSFERS) or services().has_aggregate_accesses(module)
        if name == "pairs":
            return services().has_values_up_to(module, vector_bits(self.target) // 2)
        if name == "spaces":
            return services().has_open_pointers(module)
        if name == "gated":
            return services().gates_codegen
        if name == "large":
            return services().count_instructions(module) >= _LARGE
        raise ValueError(f"unknown condition {condition}")

    def _has_forms(self) -> bool:
        return not FORM_NAMES.isdisjoint(self.names.declared)


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
