"""Function, Block, Instruction: thin typed handles for reading the code that a module holds."""

from __future__ import annotations

import ctypes

from opencicc.llvm.layout import Layout
from opencicc.llvm.library import load
from opencicc.llvm.opcodes import (
    ATOMIC_OPERATIONS,
    CALLS,
    FAST_MATH,
    FCMP_PREDICATES,
    ICMP_PREDICATES,
    OPCODE_NAMES,
    PTX_KERNEL_CALLING_CONVENTION,
    TERMINATORS,
)
from opencicc.llvm.types import KIND_NAMES, Handle, Type
from opencicc.llvm.values import GlobalValue, GlobalVariable, Value, attribute_number, counted_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FUNCTION_INDEX = 0xFFFFFFFF
_MUST_TAIL = 2  # LLVMTailCallKindMustTail


class Function(GlobalValue):
    __slots__ = ()

    @property
    def blocks(self) -> Iterator[Block]:
        lib = load()
        ref = lib.LLVMGetFirstBasicBlock(self.ref)
        while ref:
            upcoming = lib.LLVMGetNextBasicBlock(ref)
            yield Block(ref)
            ref = upcoming

    @property
    def instructions(self) -> Iterator[Instruction]:
        for block in self.blocks:
            yield from block.instructions

    @property
    def params(self) -> list[Value]:
        lib = load()
        return [Value(lib.LLVMGetParam(self.ref, i)) for i in range(lib.LLVMCountParams(self.ref))]

    @property
    def context(self) -> int:
        """The context it lives in, as libLLVM's pointer."""
        lib = load()
        return int(lib.LLVMGetTypeContext(lib.LLVMTypeOf(self.ref)))

    @property
    def module_globals(self) -> Iterator[GlobalVariable]:
        """The variables of the module it is in."""
        lib = load()
        ref = lib.LLVMGetFirstGlobal(lib.LLVMGetGlobalParent(self.ref))
        while ref:
            yield GlobalVariable(ref)
            ref = lib.LLVMGetNextGlobal(ref)

    @property
    def module_layout(self) -> Layout:
        """The data layout of the module it is in."""
        lib = load()
        return Layout(lib.LLVMGetModuleDataLayout(lib.LLVMGetGlobalParent(self.ref)))

    @property
    def is_intrinsic(self) -> bool:
        return bool(load().LLVMGetIntrinsicID(self.ref))

    @property
    def calling_convention(self) -> int:
        return int(load().LLVMGetFunctionCallConv(self.ref))

    @property
    def has_personality(self) -> bool:
        return bool(load().LLVMHasPersonalityFn(self.ref))

    @property
    def has_data_before_code(self) -> bool:
        """Prefix or prologue data."""
        lib = load()
        return bool(lib.LLVMHasPrefixData(self.ref) or lib.LLVMHasPrologueData(self.ref))

    @property
    def garbage_collector(self) -> str:
        found = load().LLVMGetGC(self.ref)
        return ctypes.string_at(found).decode() if found else ""

    @property
    def location(self) -> str:
        """'file:line' of the source, or ''."""
        lib = load()
        scope = lib.LLVMGetSubprogram(self.ref)
        if not scope:
            return ""
        file = lib.LLVMDIScopeGetFile(scope)
        name = counted_text(lib.LLVMDIFileGetFilename, file) if file else ""
        return f"{name}:{lib.LLVMDISubprogramGetLine(scope)}"

    @property
    def is_kernel(self) -> bool:
        """Has the PTX kernel convention (the reader turns old `nvvm.annotations` kernels into it)."""
        return self.calling_convention == PTX_KERNEL_CALLING_CONVENTION

    def has_attribute(self, name: str) -> bool:
        """A function attribute by name, enum or string."""
        return self.attribute(name) is not None

    def attribute(self, name: str, index: int = _FUNCTION_INDEX) -> str | None:
        """The value of a string attribute, '' for a plain enum attribute, None when absent."""
        lib, kind = load(), attribute_number(name)
        if kind:
            found = lib.LLVMGetEnumAttributeAtIndex(self.ref, index, kind)
            return str(lib.LLVMGetEnumAttributeValue(found) or "") if found else None
        data = name.encode()
        found = lib.LLVMGetStringAttributeAtIndex(self.ref, index, data, len(data))
        return counted_text(lib.LLVMGetStringAttributeValue, found) if found else None

    def has_enum_attribute(self, name: str) -> bool:
        """The same as `has_attribute` for attributes that LLVM has a number for, and quicker."""
        return bool(load().LLVMGetEnumAttributeAtIndex(self.ref, _FUNCTION_INDEX, attribute_number(name)))

    @property
    def is_pure(self) -> bool:
        """Known to touch no memory, and to mean the same in whatever company of threads."""
        return self.attribute("memory") == "" and not self.has_enum_attribute("convergent")

    def byval_type(self, position: int) -> Type | None:
        """What a `byval` parameter is a copy of; None for any other parameter."""
        lib = load()
        found = lib.LLVMGetEnumAttributeAtIndex(self.ref, position + 1, attribute_number("byval"))
        return Type(lib.LLVMGetTypeAttributeValue(found)) if found else None

    def argument_alignment(self, position: int, otherwise: int = 1) -> int:
        """The `align` attribute of a parameter."""
        lib = load()
        found = lib.LLVMGetEnumAttributeAtIndex(self.ref, position + 1, attribute_number("align"))
        return int(lib.LLVMGetEnumAttributeValue(found)) if found else otherwise

    def count_blocks(self) -> int:
        return int(load().LLVMCountBasicBlocks(self.ref))

    def count_instructions(self) -> int:
        lib = load()
        next_block, next_instruction = lib.LLVMGetNextBasicBlock, lib.LLVMGetNextInstruction
        first, count = lib.LLVMGetFirstInstruction, 0
        block = lib.LLVMGetFirstBasicBlock(self.ref)
        while block:
            instruction = first(block)
            while instruction:
                count += 1
                instruction = next_instruction(instruction)
            block = next_block(block)
        return count


class Block(Handle):
    """A basic block."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Block {self.name}>"

    @property
    def as_value(self) -> Value:
        return Value(load().LLVMBasicBlockAsValue(self.ref))

    @property
    def name(self) -> str:
        return self.as_value.name

    @property
    def label(self) -> str:
        """How people are told of it: %name, or which of the function's blocks it is where values have no names."""
        return f"%{self.name}" if self.name else f"block {self._count_preceding()}"

    def _count_preceding(self) -> int:
        """How many blocks of the function stand in front of it."""
        previous, count = load().LLVMGetPreviousBasicBlock, 0
        ref = previous(self.ref)
        while ref:
            ref, count = previous(ref), count + 1
        return count

    @property
    def parent(self) -> Function:
        return Function(load().LLVMGetBasicBlockParent(self.ref))

    @property
    def instructions(self) -> Iterator[Instruction]:
        lib = load()
        following = lib.LLVMGetNextInstruction
        ref = lib.LLVMGetFirstInstruction(self.ref)
        while ref:
            upcoming = following(ref)
            yield Instruction(ref)
            ref = upcoming

    def computes_only(self, opcodes: frozenset[str]) -> bool:
        """Has it nothing but these in front of its terminator, and no doubles? Asked of many blocks, so without handles."""
        lib = load()
        opcode_of, type_of, kind_of = lib.LLVMGetInstructionOpcode, lib.LLVMTypeOf, lib.LLVMGetTypeKind
        following, last = lib.LLVMGetNextInstruction, lib.LLVMGetBasicBlockTerminator(self.ref)
        ref = lib.LLVMGetFirstInstruction(self.ref)
        while ref != last:
            if OPCODE_NAMES[opcode_of(ref)] not in opcodes or KIND_NAMES[kind_of(type_of(ref))] == "double":
                return False
            ref = following(ref)
        return True

    @property
    def phis(self) -> list[Instruction]:
        """The phis at its head."""
        found = []
        for instruction in self.instructions:
            if instruction.opcode != "phi":
                break
            found.append(instruction)
        return found

    @property
    def terminator(self) -> Instruction:
        return Instruction(load().LLVMGetBasicBlockTerminator(self.ref))

    @property
    def successors(self) -> list[Block]:
        return self.terminator.successors


class Instruction(Value):
    __slots__ = ()

    @property
    def opcode(self) -> str:
        return OPCODE_NAMES[int(load().LLVMGetInstructionOpcode(self.ref))]

    @property
    def is_approximate(self) -> bool:
        """Does the flag `afn` allow a less exact result?"""
        lib = load()
        can_have = lib.LLVMCanValueUseFastMathFlags(self.ref)
        return bool(can_have and lib.LLVMGetFastMathFlags(self.ref) & FAST_MATH["afn"])

    @property
    def parent(self) -> Block:
        return Block(load().LLVMGetInstructionParent(self.ref))

    @property
    def successors(self) -> list[Block]:
        """Where a terminator may go; nowhere for anything else (LLVM would end the process)."""
        lib = load()
        if lib.LLVMGetInstructionOpcode(self.ref) not in TERMINATORS:
            return []
        return [Block(lib.LLVMGetSuccessor(self.ref, i)) for i in range(lib.LLVMGetNumSuccessors(self.ref))]

    def preceding(self) -> Iterator[Instruction]:
        """The instructions before this one in its block, nearest first."""
        previous = load().LLVMGetPreviousInstruction
        ref = previous(self.ref)
        while ref:
            yield Instruction(ref)
            ref = previous(ref)

    @property
    def incoming(self) -> list[tuple[Value, Block]]:
        """A phi's values and the blocks they come from; nothing for anything else."""
        lib = load()
        count = lib.LLVMCountIncoming(self.ref) if lib.LLVMIsAPHINode(self.ref) else 0
        value, block = lib.LLVMGetIncomingValue, lib.LLVMGetIncomingBlock
        return [(Value(value(self.ref, i)), Block(block(self.ref, i))) for i in range(count)]

    @property
    def alignment(self) -> int:
        """Of an alloca, a load or a store, in bytes."""
        return int(load().LLVMGetAlignment(self.ref))

    @property
    def allocated_type(self) -> Type:
        return Type(load().LLVMGetAllocatedType(self.ref))

    @property
    def is_volatile(self) -> bool:
        """Of a load, a store or another access."""
        return bool(load().LLVMGetVolatile(self.ref))

    @property
    def is_atomic(self) -> bool:
        """Whether a load or a store has an ordering."""
        return bool(load().LLVMGetOrdering(self.ref))

    @property
    def has_no_signed_wrap(self) -> bool:
        """Of an add, sub, mul or shl: does it say `nsw`?"""
        return bool(load().LLVMGetNSW(self.ref))

    @property
    def has_no_unsigned_wrap(self) -> bool:
        """Of an add, sub, mul or shl: does it say `nuw`?"""
        return bool(load().LLVMGetNUW(self.ref))

    @property
    def is_simple(self) -> bool:
        """A load or store that is neither volatile nor atomic."""
        lib = load()
        return not lib.LLVMGetVolatile(self.ref) and not lib.LLVMGetOrdering(self.ref)

    @property
    def atomic_operation(self) -> str:
        """What an atomicrmw does: add, xchg, fmax, ..."""
        return ATOMIC_OPERATIONS[int(load().LLVMGetAtomicRMWBinOp(self.ref))]

    @property
    def atomic_order(self) -> int:
        """LLVM's number of the order of an atomic instruction: 2 relaxed, 4 acquire, ..., 7 sequentially consistent."""
        return int(load().LLVMGetOrdering(self.ref))

    @property
    def scope_number(self) -> int:
        """LLVM's number of an atomic instruction's scope: 1 is the whole system."""
        return int(load().LLVMGetAtomicSyncScopeID(self.ref))

    @property
    def following(self) -> Instruction:
        """The next instruction of the block; a terminator has none."""
        return Instruction(load().LLVMGetNextInstruction(self.ref))

    def metadata(self, kind_name: str) -> Value | None:
        """What is attached under a name, debug locations aside."""
        lib, data = load(), kind_name.encode()
        if not lib.LLVMHasMetadata(self.ref):
            return None
        context = lib.LLVMGetTypeContext(lib.LLVMTypeOf(self.ref))
        ref = lib.LLVMGetMetadata(self.ref, lib.LLVMGetMDKindIDInContext(context, data, len(data)))
        return Value(ref) if ref else None

    @property
    def is_disjoint(self) -> bool:
        """The flag of an `or` whose operands have no bit in common."""
        return bool(load().LLVMGetIsDisjoint(self.ref))

    @property
    def is_non_negative(self) -> bool:
        """The flag of a `zext` whose operand has no sign."""
        return bool(load().LLVMGetNNeg(self.ref))

    @property
    def predicate(self) -> str:
        """How an icmp compares: eq, ult, sge, ..."""
        return ICMP_PREDICATES[load().LLVMGetICmpPredicate(self.ref)]

    @property
    def float_predicate(self) -> str:
        """How an fcmp compares: oeq, ult, uno, ..."""
        return FCMP_PREDICATES[int(load().LLVMGetFCmpPredicate(self.ref))]

    @property
    def fast_math(self) -> int:
        """The bits of `opcodes.FAST_MATH` that a floating-point operation has."""
        return int(load().LLVMGetFastMathFlags(self.ref))

    @property
    def case_values(self) -> list[int]:
        """What a switch compares with, zero-extended: the first belongs to the successor after the default."""
        lib = load()
        number_of, case = lib.LLVMConstIntGetZExtValue, lib.LLVMGetSwitchCaseValue
        return [number_of(case(self.ref, index)) for index in range(1, lib.LLVMGetNumSuccessors(self.ref))]

    @property
    def callee(self) -> Value:
        """What a call calls; ask calls only."""
        return Value(load().LLVMGetCalledValue(self.ref))

    @property
    def called_function(self) -> Function | None:
        """The function a call names directly."""
        lib = load()
        if lib.LLVMGetInstructionOpcode(self.ref) not in CALLS:
            return None
        ref = lib.LLVMGetCalledValue(self.ref)
        return Function(ref) if lib.LLVMIsAFunction(ref) else None

    @property
    def callee_name(self) -> str:
        """The name of the function a call names directly, or ''."""
        function = self.called_function
        return function.name if function else ""

    @property
    def arguments(self) -> list[Value]:
        """What a call hands over; nothing for anything else."""
        lib = load()
        if lib.LLVMGetInstructionOpcode(self.ref) not in CALLS:
            return []
        return [Value(lib.LLVMGetArgOperand(self.ref, i)) for i in range(lib.LLVMGetNumArgOperands(self.ref))]

    @property
    def called_type(self) -> Type:
        """The type that a call takes its callee to have."""
        return Type(load().LLVMGetCalledFunctionType(self.ref))

    @property
    def calling_convention(self) -> int:
        """Of a call."""
        return int(load().LLVMGetInstructionCallConv(self.ref))

    @property
    def is_plain_call(self) -> bool:
        """Nothing hangs on a call but its attributes: no operand bundles, no promise to be a tail call."""
        lib = load()
        return not lib.LLVMGetNumOperandBundles(self.ref) and lib.LLVMGetTailCallKind(self.ref) != _MUST_TAIL

    def has_call_attribute(self, name: str) -> bool:
        """An enum attribute of one call, whatever its function has."""
        return bool(load().LLVMGetCallSiteEnumAttribute(self.ref, _FUNCTION_INDEX, attribute_number(name)))

    def has_call_text(self, name: str) -> bool:
        """A string attribute of one call, whatever its function has."""
        return bool(load().LLVMGetCallSiteStringAttribute(self.ref, _FUNCTION_INDEX, name.encode(), len(name)))

    def byval_type(self, position: int) -> Type | None:
        """What a `byval` argument of a call is a copy of; None for any other argument."""
        lib = load()
        found = lib.LLVMGetCallSiteEnumAttribute(self.ref, position + 1, attribute_number("byval"))
        return Type(lib.LLVMGetTypeAttributeValue(found)) if found else None

    def has_argument_attribute(self, position: int, name: str) -> bool:
        """An enum attribute of one argument of a call."""
        return bool(load().LLVMGetCallSiteEnumAttribute(self.ref, position + 1, attribute_number(name)))

    def argument_alignment(self, position: int, otherwise: int = 1) -> int:
        """The `align` attribute of a call's argument."""
        lib = load()
        found = lib.LLVMGetCallSiteEnumAttribute(self.ref, position + 1, attribute_number("align"))
        return int(lib.LLVMGetEnumAttributeValue(found)) if found else otherwise

    @property
    def line(self) -> int:
        """The source line, or 0."""
        lib = load()
        return int(lib.LLVMGetDebugLocLine(self.ref)) if lib.LLVMInstructionGetDebugLoc(self.ref) else 0

    @property
    def location(self) -> str:
        """'file:line:column' of the source, or ''."""
        lib = load()
        if not lib.LLVMInstructionGetDebugLoc(self.ref):
            return ""
        file = counted_text(lib.LLVMGetDebugLocFilename, self.ref)
        return f"{file}:{lib.LLVMGetDebugLocLine(self.ref)}:{lib.LLVMGetDebugLocColumn(self.ref)}"
