"""The edits of our passes: build, clone, insert, replace, split, erase, names, metadata and attributes.

Nothing of ours changes a module otherwise: further rooms are `edit_module.py` for the module and its globals,
`edit_signature.py` for functions that get other parameters, `edit_clone.py` for copies of functions, `edit_copies.py` for those of memory and `edit_scopes.py` for
alias scopes, and libLLVM's own passes and linker change what they like (`native.py`, `function_passes.py`, `recovery.py`). Every edit keeps the module verifiable except where its docstring says what the caller owes.
"""

from __future__ import annotations

from opencicc.llvm.ir import Block, Function, Instruction, Module, Value
from opencicc.llvm.library import load, pointer_array
from opencicc.llvm.opcodes import FAST_MATH, FCMP_PREDICATES, ICMP_NUMBERS, ICMP_OPPOSITES, OPCODES
from opencicc.llvm.types import Type
from opencicc.llvm.types import function as _function_type
from opencicc.llvm.values import attribute_number

_FUNCTION_INDEX = 0xFFFFFFFF
_CONTRACTED = frozenset(OPCODES[name] for name in ("fadd", "fsub", "fmul", "fdiv", "fneg"))
_MONOTONIC = 2  # LLVMAtomicOrderingMonotonic


class Builder:
    """Makes instructions at one place; closes LLVM's builder at the end of a `with` block."""

    def __init__(self, context: int) -> None:
        self.context = context
        self.ref: int = load().LLVMCreateBuilderInContext(context)

    def __enter__(self) -> Builder:
        return self

    def __exit__(self, *_: object) -> None:
        load().LLVMDisposeBuilder(self.ref)

    def before(self, instruction: Instruction) -> Builder:
        """Build before an instruction, with its debug location."""
        load().LLVMPositionBuilderBefore(self.ref, instruction.ref)
        return self

    def at_end(self, block: Block) -> Builder:
        load().LLVMPositionBuilderAtEnd(self.ref, block.ref)
        return self

    def call(self, function: Function, arguments: list[Value], name: str = "") -> Instruction:
        return self.call_value(function, function.value_type, arguments, name)

    def call_value(self, callee: Value, signature: Type, arguments: list[Value], name: str = "") -> Instruction:
        """A call of a value, a pointer perhaps, as a function of this type."""
        refs = pointer_array([a.ref for a in arguments])
        built = load().LLVMBuildCall2(self.ref, signature.ref, callee.ref, refs, len(arguments), name.encode())
        return Instruction(built)

    def binary(self, opcode: str, left: Value, right: Value, name: str = "") -> Value:
        """add, sub, mul, shl, lshr, ashr, and, or, xor, udiv, ..., fadd, fsub, fmul, fdiv."""
        maker = {"lshr": "LShr", "ashr": "AShr", "udiv": "UDiv", "sdiv": "SDiv", "urem": "URem", "srem": "SRem"}
        spelled = maker.get(opcode) or ("F" + opcode[1:].title() if opcode in _FLOAT_OPERATIONS else opcode.title())
        return Value(getattr(load(), f"LLVMBuild{spelled}")(self.ref, left.ref, right.ref, name.encode()))

    def cast(self, opcode: str, value: Value, to: Type, name: str = "") -> Value:
        spelled = _CASTS[opcode]
        return Value(getattr(load(), f"LLVMBuild{spelled}")(self.ref, value.ref, to.ref, name.encode()))

    def icmp(self, predicate: str, left: Value, right: Value, name: str = "") -> Value:
        return Value(load().LLVMBuildICmp(self.ref, ICMP_NUMBERS[predicate], left.ref, right.ref, name.encode()))

    def fcmp(self, predicate: str, left: Value, right: Value, name: str = "") -> Value:
        number = FCMP_PREDICATES.index(predicate)
        return Value(load().LLVMBuildFCmp(self.ref, number, left.ref, right.ref, name.encode()))

    def fneg(self, value: Value, name: str = "") -> Value:
        return Value(load().LLVMBuildFNeg(self.ref, value.ref, name.encode()))

    def freeze(self, value: Value, name: str = "") -> Instruction:
        return Instruction(load().LLVMBuildFreeze(self.ref, value.ref, name.encode()))

    def select(self, condition: Value, then: Value, otherwise: Value, name: str = "") -> Value:
        return Value(load().LLVMBuildSelect(self.ref, condition.ref, then.ref, otherwise.ref, name.encode()))

    def alloca(self, type_: Type, name: str = "") -> Instruction:
        """A stack object; only in the entry block does it cost nothing."""
        return Instruction(load().LLVMBuildAlloca(self.ref, type_.ref, name.encode()))

    def load(self, type_: Type, pointer: Value, name: str = "") -> Instruction:
        return Instruction(load().LLVMBuildLoad2(self.ref, type_.ref, pointer.ref, name.encode()))

    def store(self, value: Value, pointer: Value) -> Instruction:
        return Instruction(load().LLVMBuildStore(self.ref, value.ref, pointer.ref))

    def compare_exchange(self, pointer: Value, expected: Value, desired: Value, scope: str) -> Value:
        """A relaxed compare-and-swap of a scope ('' is the system); what was in memory."""
        lib, word = load(), scope.encode()
        number = lib.LLVMGetSyncScopeID(self.context, word, len(word))
        pair = lib.LLVMBuildAtomicCmpXchgSyncScope(
            self.ref, pointer.ref, expected.ref, desired.ref, _MONOTONIC, _MONOTONIC, number
        )
        return self.extract_value(Value(pair), 0)

    def fence(self, order: int, scope: int) -> Instruction:
        """A fence of one of LLVM's orders and scopes, by their numbers."""
        return Instruction(load().LLVMBuildFenceSyncScope(self.ref, order, scope, b""))

    def extract_value(self, whole: Value, index: int, name: str = "") -> Value:
        return Value(load().LLVMBuildExtractValue(self.ref, whole.ref, index, name.encode()))

    def insert_value(self, whole: Value, member: Value, index: int, name: str = "") -> Value:
        return Value(load().LLVMBuildInsertValue(self.ref, whole.ref, member.ref, index, name.encode()))

    def extract_element(self, vector: Value, index: Value, name: str = "") -> Value:
        return Value(load().LLVMBuildExtractElement(self.ref, vector.ref, index.ref, name.encode()))

    def insert_element(self, vector: Value, element: Value, index: Value, name: str = "") -> Value:
        return Value(load().LLVMBuildInsertElement(self.ref, vector.ref, element.ref, index.ref, name.encode()))

    def gep(
        self, type_: Type, pointer: Value, indices: list[Value], name: str = "", *, in_bounds: bool = False
    ) -> Value:
        refs = pointer_array([i.ref for i in indices])
        build = load().LLVMBuildInBoundsGEP2 if in_bounds else load().LLVMBuildGEP2
        return Value(build(self.ref, type_.ref, pointer.ref, refs, len(indices), name.encode()))

    def phi(self, type_: Type, incoming: list[tuple[Value, Block]], name: str = "") -> Instruction:
        phi = Instruction(load().LLVMBuildPhi(self.ref, type_.ref, name.encode()))
        add_incoming(phi, incoming)
        return phi

    def branch(self, target: Block) -> Instruction:
        return Instruction(load().LLVMBuildBr(self.ref, target.ref))

    def branch_if(self, condition: Value, then: Block, otherwise: Block) -> Instruction:
        return Instruction(load().LLVMBuildCondBr(self.ref, condition.ref, then.ref, otherwise.ref))


_FLOAT_OPERATIONS = ("fadd", "fsub", "fmul", "fdiv")
_CASTS = {
    "trunc": "Trunc", "zext": "ZExt", "sext": "SExt", "bitcast": "BitCast", "addrspacecast": "AddrSpaceCast",
    "ptrtoint": "PtrToInt", "inttoptr": "IntToPtr", "fpext": "FPExt", "fptrunc": "FPTrunc",
}  # fmt: skip


# --- instructions ---


def clone_before(original: Instruction, place: Instruction, name: str = "") -> Instruction:
    """A copy of an instruction, with its debug location, before `place`."""
    lib = load()
    copy = lib.LLVMInstructionClone(original.ref)
    with Builder(_context_of(original)) as builder:
        builder.before(place)
        lib.LLVMInsertIntoBuilderWithName(builder.ref, copy, name.encode())
    location = lib.LLVMInstructionGetDebugLoc(original.ref)
    if location:
        lib.LLVMInstructionSetDebugLoc(copy, location)
    return Instruction(copy)


def call_assembly(place: Instruction, text: str, constraints: str, operand: Value, name: str = "") -> Instruction:
    """A call of inline assembly that makes one value of another of the same type, before `place`.

    The caller owes that the text only computes. LLVM merges and moves equal texts and nothing else.
    """
    lib, type_ = load(), operand.type
    words, letters = text.encode(), constraints.encode()
    signature = _function_type(type_, [type_])
    assembly = lib.LLVMGetInlineAsm(signature.ref, words, len(words), letters, len(letters), 0, 0, 0, 0)
    with Builder(_context_of(operand)) as builder:
        call = builder.before(place).call_value(Value(assembly), signature, [operand], name)
    add_call_attribute(call, "nounwind")
    add_call_attribute(call, "memory", "0")
    return call


def move_before(instruction: Instruction, place: Instruction) -> None:
    """Move an instruction; the caller owes that its operands dominate the new place."""
    move_all_before([instruction], place)


def move_all_before(instructions: list[Instruction], place: Instruction) -> None:
    """The same for several, which stay in this order."""
    lib = load()
    with Builder(_context_of(place)) as builder:
        builder.before(place)
        for instruction in instructions:
            name = lib.LLVMGetValueName(instruction.ref)
            lib.LLVMInstructionRemoveFromParent(instruction.ref)
            lib.LLVMInsertIntoBuilderWithName(builder.ref, instruction.ref, name)


def replace_operand(user: Instruction, old: Value, new: Value) -> int:
    """Make one user read another value; how many operands changed."""
    lib, changed = load(), 0
    for index in range(lib.LLVMGetNumOperands(user.ref)):
        if lib.LLVMGetOperand(user.ref, index) == old.ref:
            lib.LLVMSetOperand(user.ref, index, new.ref)
            changed += 1
    return changed


def set_operand(user: Instruction, index: int, value: Value) -> None:
    load().LLVMSetOperand(user.ref, index, value.ref)


def replace_all_uses(old: Value, new: Value) -> None:
    load().LLVMReplaceAllUsesWith(old.ref, new.ref)


def erase(instruction: Instruction) -> None:
    """Remove an instruction nobody uses any more."""
    load().LLVMInstructionEraseFromParent(instruction.ref)


def replace_and_erase(old: Instruction, new: Value) -> None:
    replace_all_uses(old, new)
    erase(old)


def take_over(old: Instruction, new: Value) -> None:
    """`new` in the place of `old`, under its name."""
    name = old.name
    replace_and_erase(old, new)
    if name and new.kind == "instruction":
        rename(new, name)


def add_fast_math(instruction: Instruction, flags: int) -> None:
    """Give an instruction more fast-math flags (LLVM's call only ever adds)."""
    load().LLVMSetFastMathFlags(instruction.ref, flags)


def allow_contraction(function: Function) -> None:
    """Add `contract` wherever it means something; plain pointers, because default compiles do it to every instruction."""
    lib, contract = load(), FAST_MATH["contract"]
    opcode_of, next_of, add = lib.LLVMGetInstructionOpcode, lib.LLVMGetNextInstruction, lib.LLVMSetFastMathFlags
    for block in function.blocks:
        ref = lib.LLVMGetFirstInstruction(block.ref)
        while ref:
            if opcode_of(ref) in _CONTRACTED:
                add(ref, contract)
            ref = next_of(ref)


def drop_fast_math(operation: Instruction, flags: int) -> Value:
    """The same fadd, fsub, fmul or fdiv without some fast-math flags, made again in its place."""
    lib, name = load(), operation.name
    kept = lib.LLVMGetFastMathFlags(operation.ref) & ~flags
    with Builder(_context_of(operation)) as builder:
        fresh = builder.before(operation).binary(operation.opcode, operation.operands[0], operation.operands[1])
    if lib.LLVMIsAInstruction(fresh.ref):  # the builder folds constants
        lib.LLVMSetFastMathFlags(fresh.ref, kept)
    replace_and_erase(operation, fresh)
    if lib.LLVMIsAInstruction(fresh.ref):
        rename(fresh, name)
    return fresh


def set_alignment(place: Value, alignment: int) -> None:
    """The alignment of an alloca, a load, a store or a variable; the caller owes that it is true of an access."""
    load().LLVMSetAlignment(place.ref, alignment)


def set_no_wrap(operation: Value, *, is_signed: bool) -> None:
    """Say that an add, sub, mul or shl can't overflow; the caller owes that it is true."""
    lib = load()
    (lib.LLVMSetNSW if is_signed else lib.LLVMSetNUW)(operation.ref, True)


def set_non_negative(extension: Value) -> None:
    """Say of a zext that what it extends is never negative; the caller owes that it is true."""
    load().LLVMSetNNeg(extension.ref, True)


def set_order(atomic: Instruction, order: int) -> None:
    load().LLVMSetOrdering(atomic.ref, order)


def set_volatile(access: Value, *, is_set: bool = True) -> None:
    """Make a load or a store volatile, or plain."""
    load().LLVMSetVolatile(access.ref, is_set)


def rename(value: Value, name: str) -> None:
    """Give a value a name; LLVM adds a number where another one has it."""
    data = name.encode()
    load().LLVMSetValueName2(value.ref, data, len(data))


# --- phis and blocks ---


def add_incoming(phi: Instruction, incoming: list[tuple[Value, Block]]) -> None:
    values = pointer_array([value.ref for value, _ in incoming])
    blocks = pointer_array([block.ref for _, block in incoming])
    load().LLVMAddIncoming(phi.ref, values, blocks, len(incoming))


def rebuild_phi(phi: Instruction, incoming: list[tuple[Value, Block]]) -> Instruction:
    """A phi with other incoming values in place of `phi` (LLVM's C API can't remove one)."""
    name = phi.name
    with Builder(_context_of(phi)) as builder:
        fresh = builder.before(phi).phi(phi.type, incoming)
    replace_and_erase(phi, fresh)
    rename(fresh, name)
    return fresh


def split_before(instruction: Instruction, name: str = "split") -> Block:
    """Move everything before `instruction`, phis included, into a new block that falls into the rest.

    The new block takes over the predecessors; the old one keeps its terminator, so the phis of its
    successors stay right.
    """
    lib, block = load(), instruction.parent
    terminator = block.terminator
    context, terminator_name = _context_of(instruction), terminator.name
    head = Block(lib.LLVMInsertBasicBlockInContext(context, block.ref, name.encode()))
    lib.LLVMInstructionRemoveFromParent(terminator.ref)  # so that replacing leaves the successors' phis alone
    replace_all_uses(block.as_value, head.as_value)
    with Builder(context) as builder:
        builder.at_end(block)
        lib.LLVMInsertIntoBuilderWithName(builder.ref, terminator.ref, terminator_name.encode())
        builder.at_end(head)
        for moved in list(block.instructions):
            if moved == instruction:
                break
            moved_name = moved.name
            lib.LLVMInstructionRemoveFromParent(moved.ref)
            lib.LLVMInsertIntoBuilderWithName(builder.ref, moved.ref, moved_name.encode())
        builder.branch(block)
    return head


def invert_branch(branch: Instruction) -> Instruction:
    """The same conditional branch with its two targets exchanged and its condition negated; without branch weights."""
    (taken, other), condition, loop_id = branch.successors, branch.operands[0], metadata(branch, "llvm.loop")
    with Builder(_context_of(branch)) as builder:
        negated = _negated(condition, branch, builder)
        fresh = builder.before(branch).branch_if(negated, other, taken)
    if loop_id is not None:
        set_metadata(fresh, "llvm.loop", loop_id)
    erase(branch)
    if condition.kind == "instruction" and not condition.has_uses:
        erase(Instruction(condition.ref))
    return fresh


def exchange_targets(branch: Instruction) -> None:
    """Let a conditional branch go the other way; without branch weights."""
    lib, (taken, other) = load(), branch.successors
    lib.LLVMSetSuccessor(branch.ref, 0, other.ref)
    lib.LLVMSetSuccessor(branch.ref, 1, taken.ref)
    clear_metadata(branch, "prof")


def _negated(condition: Value, user: Instruction, builder: Builder) -> Value:
    """The opposite comparison of integers, in the same place; of anything else its negation."""
    if condition.kind == "instruction" and Instruction(condition.ref).opcode == "icmp":
        compare = Instruction(condition.ref)
        left, right = compare.operands
        return builder.before(compare).icmp(ICMP_OPPOSITES[compare.predicate], left, right, compare.name)
    return builder.before(user).binary("xor", condition, constant_int(condition.type, 1))


def delete_block(block: Block) -> None:
    """Remove a block that nothing leads into; the caller owes that no phi still names it."""
    load().LLVMDeleteBasicBlock(block.ref)


def move_block_after(block: Block, place: Block) -> None:
    """Change the order of blocks, which means nothing but to code generation; the entry must stay first."""
    load().LLVMMoveBasicBlockAfter(block.ref, place.ref)


def append_block(function: Function, name: str) -> Block:
    context = load().LLVMGetTypeContext(load().LLVMTypeOf(function.ref))
    return Block(load().LLVMAppendBasicBlockInContext(context, function.ref, name.encode()))


# --- constants ---


def constant_int(type_: Type, value: int) -> Value:
    """An integer constant; negative values wrap to the type's width."""
    return Value(load().LLVMConstInt(type_.ref, value & 0xFFFFFFFFFFFFFFFF, value < 0))


def constant_float(type_: Type, value: float) -> Value:
    return Value(load().LLVMConstReal(type_.ref, value))


def null(type_: Type) -> Value:
    return Value(load().LLVMConstNull(type_.ref))


def poison(type_: Type) -> Value:
    return Value(load().LLVMGetPoison(type_.ref))


# --- attributes ---


def add_attribute(function: Function, name: str, value: str = "") -> None:
    """Set a function attribute, enum or string by its name."""
    lib = load()
    lib.LLVMAddAttributeAtIndex(function.ref, _FUNCTION_INDEX, _attribute(function, name, value))


def add_parameter_attribute(function: Function, position: int, name: str) -> None:
    """Set an enum attribute of one parameter, such as `noalias`."""
    load().LLVMAddAttributeAtIndex(function.ref, position + 1, _attribute(function, name, ""))


def remove_attribute(function: Function, name: str) -> None:
    lib, kind, data = load(), attribute_number(name), name.encode()
    if kind:
        lib.LLVMRemoveEnumAttributeAtIndex(function.ref, _FUNCTION_INDEX, kind)
    else:
        lib.LLVMRemoveStringAttributeAtIndex(function.ref, _FUNCTION_INDEX, data, len(data))


def add_call_attribute(call: Instruction, name: str, value: str = "") -> None:
    """Set an attribute of one call site, such as `alwaysinline`."""
    load().LLVMAddCallSiteAttribute(call.ref, _FUNCTION_INDEX, _attribute(call, name, value))


def add_to_calls(calls: list[int], name: str) -> None:
    """Set an attribute of many call sites of one module."""
    add, attribute = load().LLVMAddCallSiteAttribute, _attribute(Value(calls[0]), name, "") if calls else 0
    for call in calls:
        add(call, _FUNCTION_INDEX, attribute)


def set_argument_alignment(call: Instruction, position: int, alignment: int) -> None:
    """Say how well aligned a pointer that a call hands over is."""
    attribute = _attribute(call, "align", str(alignment))
    load().LLVMAddCallSiteAttribute(call.ref, position + 1, attribute)


def remove_call_attribute(call: Instruction, name: str) -> None:
    load().LLVMRemoveCallSiteEnumAttribute(call.ref, _FUNCTION_INDEX, attribute_number(name))


def _attribute(owner: Value, name: str, value: str) -> int:
    lib, data, text = load(), name.encode(), value.encode()
    context = lib.LLVMGetTypeContext(lib.LLVMTypeOf(owner.ref))
    kind = attribute_number(name)
    if kind:
        return int(lib.LLVMCreateEnumAttribute(context, kind, int(value or 0)))
    return int(lib.LLVMCreateStringAttribute(context, data, len(data), text, len(text)))


# --- metadata ---


def set_loop_metadata(
    latch: Instruction, properties: list[tuple[str, int | None]], kept: tuple[Value, ...] = ()
) -> None:
    """Give a loop a distinct, self-referential id with the properties `kept` of an older one and the given ones.

    The node refers to itself through a temporary that is replaced: only so does LLVM treat it as
    this loop's own id and not share it with an equal one.
    """
    lib, context = load(), _context_of(latch)
    temporary = lib.LLVMTemporaryMDNode(context, None, 0)
    operands = [temporary, *(lib.LLVMValueAsMetadata(value.ref) for value in kept)]
    operands += [_property(context, name, value) for name, value in properties]
    node = lib.LLVMMDNodeInContext2(context, pointer_array(operands), len(operands))
    lib.LLVMMetadataReplaceAllUsesWith(temporary, node)
    kind = lib.LLVMGetMDKindIDInContext(context, b"llvm.loop", 9)
    lib.LLVMSetMetadata(latch.ref, kind, lib.LLVMMetadataAsValue(context, node))


def mark_invariant(access: Instruction) -> None:
    """Say of a load that nobody writes what it reads; the caller owes that it is true."""
    lib, context = load(), _context_of(access)
    node = lib.LLVMMDNodeInContext2(context, None, 0)
    set_metadata(access, "invariant.load", Value(lib.LLVMMetadataAsValue(context, node)))


def set_metadata(instruction: Instruction, kind_name: str, node: Value) -> None:
    lib, data = load(), kind_name.encode()
    kind = lib.LLVMGetMDKindIDInContext(_context_of(instruction), data, len(data))
    lib.LLVMSetMetadata(instruction.ref, kind, node.ref)


def set_numbers(instruction: Instruction, kind_name: str, numbers: tuple[int, ...]) -> None:
    """Attach a node of 32-bit numbers under a name."""
    set_metadata(instruction, kind_name, _numbers(_context_of(instruction), numbers))


def add_numbers_row(module: Module, name: str, numbers: tuple[int, ...]) -> None:
    """Append a node of 32-bit numbers to a named list of metadata of the module."""
    lib, context = load(), module.context.ref
    lib.LLVMAddNamedMetadataOperand(module.ref, name.encode(), _numbers(context, numbers).ref)


def _numbers(context: int, numbers: tuple[int, ...]) -> Value:
    lib = load()
    small = lib.LLVMInt32TypeInContext(context)
    operands = [lib.LLVMValueAsMetadata(lib.LLVMConstInt(small, number, 0)) for number in numbers]
    node = lib.LLVMMDNodeInContext2(context, pointer_array(operands), len(operands))
    return Value(lib.LLVMMetadataAsValue(context, node))


def clear_metadata(instruction: Instruction, kind_name: str) -> None:
    lib, data = load(), kind_name.encode()
    kind = lib.LLVMGetMDKindIDInContext(_context_of(instruction), data, len(data))
    lib.LLVMSetMetadata(instruction.ref, kind, None)


def metadata(instruction: Instruction, kind_name: str) -> Value | None:
    lib, data = load(), kind_name.encode()
    kind = lib.LLVMGetMDKindIDInContext(_context_of(instruction), data, len(data))
    ref = lib.LLVMGetMetadata(instruction.ref, kind)
    return Value(ref) if ref else None


def _property(context: int, name: str, value: int | None) -> int:
    lib, data = load(), name.encode()
    operands = [lib.LLVMMDStringInContext2(context, data, len(data))]
    if value is not None:
        operands.append(lib.LLVMValueAsMetadata(lib.LLVMConstInt(lib.LLVMInt32TypeInContext(context), value, 0)))
    return int(lib.LLVMMDNodeInContext2(context, pointer_array(operands), len(operands)))


def _context_of(value: Value) -> int:
    lib = load()
    return int(lib.LLVMGetTypeContext(lib.LLVMTypeOf(value.ref)))
