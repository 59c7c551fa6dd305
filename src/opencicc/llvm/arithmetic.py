"""CUDA's arithmetic options as IR: what -ftz, -fma, -prec-div and -prec-sqrt mean, equal to nvcc's.

Everything is said per function or per instruction, never through process-wide options, so that
two threads can compile with different arithmetic:

    -ftz=1        "denormal-fp-math-f32"="preserve-sign,preserve-sign" on every function
    -fma=1        `contract` added to fadd, fsub, fmul, fdiv, fneg; at -O0 as -fma=0
    -fma=0        `contract` taken from fadd, fsub, fmul; llvm.fmuladd becomes fmul and fadd
    -prec-div=0   float division becomes div.full, div.approx if it has `afn`; 1/x becomes rcp.approx
    -prec-sqrt=0  llvm.sqrt.f32 becomes sqrt.approx; 1/sqrt(x) with -prec-div=0 rsqrt.approx

(nvcc 13.0's choices, read off its PTX for each flag.) The precise forms are what libLLVM emits for
plain fdiv and llvm.sqrt.
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module
from opencicc.llvm.constants import bits_of
from opencicc.llvm.ir import Function, Instruction, Module, Value
from opencicc.llvm.library import load
from opencicc.llvm.opcodes import FAST_MATH, OPCODES
from opencicc.llvm.services import services
from opencicc.record import record

_FUSED = frozenset(OPCODES[name] for name in ("fadd", "fsub", "fmul"))
_FDIV = OPCODES["fdiv"]
_ONE = 0x3F800000  # as a float's bits
_DENORMAL_ATTRIBUTE = "denormal-fp-math-f32"
_MULTIPLY_ADD = "llvm.fmuladd."
_SQRT = "llvm.sqrt.f32"
_NVVM_SQRT = "llvm.nvvm.sqrt.f"


@record
class Arithmetic:
    """The four flags; `ftz` and `fma` are None where the module's own attributes and flags decide."""

    ftz: bool | None = None
    fma: bool | None = True
    prec_div: bool = True
    prec_sqrt: bool = True


def apply_modes(module: Module, arithmetic: Arithmetic) -> None:
    """Denormal mode and contraction, before optimisation, on every function with a body."""
    contract = services().allow_contraction if arithmetic.fma else _forbid_contraction
    for function in module.definitions:
        if arithmetic.ftz is not None:
            mode = "preserve-sign,preserve-sign" if arithmetic.ftz else "ieee,ieee"
            edit.add_attribute(function, _DENORMAL_ATTRIBUTE, mode)
        if arithmetic.fma is not None:
            contract(function)


def relax(module: Module, *, no_signed_zeros: bool, reciprocals: bool) -> None:
    """-no-signed-zeros as `nsz` wherever it means something, -opt-fdiv=1 as `arcp` of every division."""
    lib = load()
    for function in module.definitions:
        for instruction in function.instructions:
            flags = FAST_MATH["nsz"] if no_signed_zeros and lib.LLVMCanValueUseFastMathFlags(instruction.ref) else 0
            if reciprocals and lib.LLVMGetInstructionOpcode(instruction.ref) == _FDIV:
                flags |= FAST_MATH["arcp"]
            if flags:
                edit.add_fast_math(instruction, flags)


def _forbid_contraction(function: Function) -> None:
    lib, contract = load(), FAST_MATH["contract"]
    for instruction in list(function.instructions):
        if lib.LLVMGetInstructionOpcode(instruction.ref) in _FUSED:
            if lib.LLVMGetFastMathFlags(instruction.ref) & contract:
                edit.drop_fast_math(instruction, contract)
        elif instruction.callee_name.startswith(_MULTIPLY_ADD):
            _split_multiply_add(instruction)


def _split_multiply_add(call: Instruction) -> None:
    """llvm.fmuladd may be fused or not; asked not to, libLLVM would still fuse it."""
    left, right, addend = call.arguments
    with edit.Builder(load().LLVMGetTypeContext(call.type.ref)) as builder:
        product = builder.before(call).binary("fmul", left, right)
        edit.replace_and_erase(call, builder.binary("fadd", product, addend))


def is_flushing(function: Function) -> bool:
    return "preserve-sign" in (function.attribute(_DENORMAL_ATTRIBUTE) or "")


def lower_approximations(module: Module, arithmetic: Arithmetic) -> int:
    """Approximate division and square root, after optimisation has folded what it can; how many."""
    if arithmetic.prec_div and arithmetic.prec_sqrt:
        return 0
    changed = 0
    for function in module.definitions:
        if not arithmetic.prec_sqrt:
            changed += _lower_square_roots(module, function)
        changed += _lower_divisions(module, function, precise=arithmetic.prec_div)
    return changed


def _lower_square_roots(module: Module, function: Function) -> int:
    roots = [i for i in function.instructions if i.callee_name in (_SQRT, _NVVM_SQRT)]
    for root in roots:
        _replace_by_call(module, root, "llvm.nvvm.sqrt.approx", [root.arguments[0]])
    return len(roots)


def _lower_divisions(module: Module, function: Function, *, precise: bool) -> int:
    divisions = [i for i in function.instructions if is_float_division(i)]
    for division in divisions:
        top, bottom = division.operands
        if precise:
            if is_one(top) and is_approximate_root(bottom):
                # libLLVM would make rsqrt.approx of the pair; asked for a precise division, nvcc keeps it.
                _replace_by_call(module, division, "llvm.nvvm.rcp.rn", [bottom])
        elif not is_one(top):
            if is_approximate(division):
                continue  # asked for by the front end: libLLVM writes it as div.approx
            _replace_by_call(module, division, "llvm.nvvm.div.full", [top, bottom], suffix="")
        elif is_approximate_root(bottom):
            root = Instruction(bottom.ref)
            _replace_by_call(module, division, "llvm.nvvm.rsqrt.approx", [root.arguments[0]])
            if not root.has_uses:
                edit.erase(root)
        else:
            # libLLVM writes 1/x with `afn` as rcp.approx; its intrinsic has only the ftz form.
            edit.add_fast_math(division, FAST_MATH["afn"])
    return len(divisions)


def is_float_division(instruction: Instruction) -> bool:
    return load().LLVMGetInstructionOpcode(instruction.ref) == _FDIV and instruction.type.kind == "float"


def is_approximate(instruction: Instruction) -> bool:
    return bool(load().LLVMGetFastMathFlags(instruction.ref) & FAST_MATH["afn"])


def is_one(value: Value) -> bool:
    return value.type.kind == "float" and bits_of(value) == _ONE


def is_approximate_root(value: Value) -> bool:
    lib = load()
    if not lib.LLVMIsACallInst(value.ref):
        return False
    return Instruction(value.ref).callee_name.startswith("llvm.nvvm.sqrt.approx")


def _replace_by_call(module: Module, old: Instruction, name: str, arguments: list[Value], suffix: str = ".f") -> None:
    """Replace by an NVVM intrinsic, its .ftz form where the function flushes denormals."""
    flush = ".ftz" if is_flushing(old.parent.parent) else ""
    function = edit_module.intrinsic(module, name + flush + suffix, [])
    with edit.Builder(module.context.ref) as builder:
        call = builder.before(old).call(function, arguments)
    edit.replace_and_erase(old, call)
