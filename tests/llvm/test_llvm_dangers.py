"""Which of libLLVM's functions may end the process, all of them listed, and that those go through recovery.

A function in none of the lists fails here: read what LLVM does with odd arguments (report_fatal_error, llvm_unreachable,
recursion into types, constants or metadata) and put it where it belongs.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import opencicc
from opencicc.errors import UnsupportedError
from opencicc.llvm import helper
from opencicc.llvm.ir import Context
from opencicc.llvm.layout import Layout
from opencicc.llvm.prototypes import GUARDED, PROTOTYPES, RECOVERED
from opencicc.llvm.types import Type

SOURCES = Path(opencicc.__file__).resolve().parent

# They read or write a field, make a value of operands that fit, or free what is whole. Asked of a value of another kind
# some would misbehave; the handles of llvm/ ask the right kind only.
HARMLESS = frozenset(
    """
    ConstArray2 GetVersion InitializeNVPTXTargetInfo InitializeNVPTXTarget InitializeNVPTXTargetMC InitializeNVPTXAsmPrinter
    ParseCommandLineOptions InstallFatalErrorHandler ContextCreate ContextDispose ContextSetDiagnosticHandler
    ContextSetDiscardValueNames GetDiagInfoDescription GetDiagInfoSeverity CreateMemoryBufferWithMemoryRangeCopy
    CreateMemoryBufferWithMemoryRange GetBufferStart GetBufferSize DisposeMemoryBuffer DisposeMessage
    ModuleCreateWithNameInContext DisposeModule GetModuleContext GetTarget GetDataLayoutStr GetModuleIdentifier
    GetSourceFileName GetModuleInlineAsm SetModuleIdentifier SetSourceFileName SetModuleInlineAsm2 SetTarget
    GetModuleFlag AddModuleFlag GetNamedMetadataNumOperands GetNamedMetadataOperands AddNamedMetadataOperand
    GetFirstNamedMetadata GetNextNamedMetadata GetNamedMetadataName GetFirstFunction GetNextFunction GetFirstGlobal
    GetNextGlobal GetFirstGlobalAlias GetNextGlobalAlias AliasGetAliasee GetGlobalParent GlobalGetValueType
    GetInitializer GetSection GetNamedFunction GetNamedGlobal IsDeclaration GetLinkage GetVisibility IsThreadLocal
    IsGlobalConstant IsExternallyInitialized SetLinkage SetVisibility SetGlobalConstant SetThreadLocal
    SetExternallyInitialized SetInitializer SetSection GetAlignment GetFunctionCallConv GetInstructionCallConv
    CountParams CountBasicBlocks GetIntrinsicID SetAlignment SetFunctionCallConv SetInstructionCallConv
    DeleteFunction DeleteGlobal AddFunction AddGlobalInAddressSpace LookupIntrinsicID GetEnumAttributeKindForName
    GetFirstBasicBlock GetNextBasicBlock GetEntryBasicBlock GetBasicBlockTerminator GetBasicBlockParent
    BasicBlockAsValue ValueAsBasicBlock AppendBasicBlockInContext InsertBasicBlockInContext MoveBasicBlockBefore
    MoveBasicBlockAfter DeleteBasicBlock GetFirstInstruction GetNextInstruction GetPreviousInstruction
    GetLastInstruction GetInstructionParent InstructionClone GetCalledValue GetCalledFunctionType GetCondition
    GetSwitchDefaultDest GetAllocatedType GetGEPSourceElementType GetIndices GetInstructionOpcode GetNumOperands
    GetICmpPredicate GetFCmpPredicate IsConditional GetFastMathFlags CanValueUseFastMathFlags
    GetNNeg GetNSW GetIsDisjoint GetNUW GetVolatile SetNNeg SetNSW SetNUW SetVolatile
    GetOrdering GetAtomicRMWBinOp CountIncoming GetNumSuccessors GetNumArgOperands GetNumIndices GetOperand
    GetOperandUse GetParam GetIncomingValue GetIncomingBlock GetSuccessor GetArgOperand GetSwitchCaseValue
    SetOperand SetMetadata SetSuccessor SetFastMathFlags SetTailCall SetTailCallKind GetTailCallKind
    GetNumOperandBundles GetOperandBundleAtIndex GetOperandBundleTag DisposeOperandBundle GetSubprogram
    SetSubprogram GetUnnamedAddress SetUnnamedAddress InstructionEraseFromParent InstructionRemoveFromParent
    AddIncoming TypeOf GetFirstUse GetNextUse GetUser GetUsedValue IsAFunction IsAConstantInt IsAConstantFP
    IsAConstantExpr IsAGlobalVariable IsAConstantDataSequential IsAInstruction IsAConstant IsAArgument IsABasicBlock
    IsAMDNode IsAMDString IsAInlineAsm IsACallInst IsAPHINode GetValueKind IsNull IsUndef IsPoison IsConstant
    IsConstantString GetValueName GetAsString GetInlineAsmAsmString GetInlineAsmConstraintString SetValueName2
    ReplaceAllUsesWith ConstIntGetZExtValue ConstIntGetSExtValue ConstRealGetDouble ConstInt ConstReal GetUndef
    GetPoison ConstNull GetAggregateElement GetConstOpcode GetTypeKind IsOpaqueStruct IsPackedStruct
    IsFunctionVarArg GetElementType GetReturnType GetTypeContext GetIntTypeWidth CountStructElementTypes
    GetPointerAddressSpace GetVectorSize CountParamTypes GetArrayLength2 StructGetTypeAtIndex IntTypeInContext
    PointerTypeInContext VectorType GetParamTypes ArrayType2 Int1TypeInContext Int8TypeInContext Int16TypeInContext
    Int32TypeInContext Int64TypeInContext HalfTypeInContext BFloatTypeInContext FloatTypeInContext
    DoubleTypeInContext VoidTypeInContext FunctionType StructTypeInContext GetStructName GetModuleDataLayout
    CreateEnumAttribute CreateStringAttribute GetEnumAttributeAtIndex GetCallSiteEnumAttribute
    GetStringAttributeAtIndex GetCallSiteStringAttribute AddAttributeAtIndex AddCallSiteAttribute
    GetAttributesAtIndex GetCallSiteAttributes GetCallSiteAttributeCount RemoveEnumAttributeAtIndex
    RemoveCallSiteEnumAttribute RemoveStringAttributeAtIndex RemoveCallSiteStringAttribute GetAttributeCountAtIndex
    GetStringAttributeKind GetStringAttributeValue GetEnumAttributeKind GetTypeAttributeValue GetEnumAttributeValue
    MDStringInContext2 MDNodeInContext2 TemporaryMDNode MetadataReplaceAllUsesWith GetMDNodeOperands MetadataAsValue
    GetMDString ValueAsMetadata GetMDNodeNumOperands GetMDKindIDInContext GetMetadata GlobalSetMetadata
    GetPreviousBasicBlock InstructionGetDebugLoc InstructionSetDebugLoc SetCurrentDebugLocation2 GetDebugLocLine GetDebugLocColumn
    GetDebugLocFilename GetDebugLocDirectory CreateBuilderInContext BuildRetVoid BuildUnreachable DisposeBuilder
    PositionBuilderAtEnd PositionBuilderBefore InsertIntoBuilder InsertIntoBuilderWithName BuildCall2 BuildGEP2
    BuildInBoundsGEP2 BuildLoad2 BuildBitCast BuildAddrSpaceCast BuildTrunc BuildZExt BuildSExt BuildAdd BuildSub
    BuildMul BuildShl BuildLShr BuildAShr BuildAnd BuildOr BuildXor BuildFAdd BuildFSub BuildFMul BuildFDiv
    BuildUDiv BuildSDiv BuildURem BuildSRem BuildPtrToInt BuildIntToPtr BuildFPExt BuildFPTrunc BuildICmp BuildFCmp
    BuildSelect BuildStore BuildBr BuildRet BuildCondBr BuildPhi BuildAlloca BuildFreeze BuildFNeg BuildExtractValue BuildExtractElement BuildInsertElement
    BuildAtomicCmpXchgSyncScope GetSyncScopeID GetAtomicSyncScopeID BuildFenceSyncScope SetOrdering
    BuildInsertValue CreatePassBuilderOptions DisposePassBuilderOptions
    DisposeTargetMachine DisposeErrorMessage GetErrorMessage GetTargetFromTriple GetGC SetGC GetFirstGlobalIFunc
    HasPersonalityFn SetPersonalityFn HasPrefixData HasPrologueData GetInlineAsm GetInlineAsmDialect GetInlineAsmHasSideEffects HasMetadata DIScopeGetFile
    DISubprogramGetLine DIFileGetFilename
    """.split()
)

# The helper's own functions outside of its safe calls: they read IR, count, or keep the helper's own memory.
# Two of them transform, so they are invoked through recovery.
HARMLESS_OF_HELPER = frozenset(
    """
    ocx_abi_version ocx_llvm_version ocx_llvm_identity ocx_snapshot ocx_function_shapes ocx_function_headers ocx_call_facts ocx_loops ocx_marked_loops ocx_loop_fingerprint ocx_pressure
    ocx_place_remainders ocx_promote_up_to ocx_free ocx_split_block_before ocx_module_size ocx_list_functions ocx_worth_a_look ocx_may_thread_jumps ocx_raise_alignments ocx_may_raise ocx_function_names ocx_module_facts ocx_count_work ocx_has_instructions ocx_has_values_up_to ocx_has_open_pointers ocx_fold_trips ocx_stores_locally ocx_small_calls ocx_mark_calls
    ocx_has_aggregate_accesses ocx_allow_contraction ocx_copy_in_pieces ocx_loop_branches ocx_rewrite_loop_id
    ocx_enable_remarks ocx_set_diagnostic_handler ocx_remark_fields ocx_recovery_init ocx_last_message ocx_pipeline_create
    ocx_pipeline_module_changed ocx_pipeline_function_changed ocx_pipeline_take ocx_pipeline_free ocx_find_hopeless
    ocx_has_wide_operations ocx_longest_overlap ocx_most_alive ocx_ptx_outline ocx_count_ptx_instructions
    ocx_joinable_sums ocx_scaled_indices ocx_most_kept_comparisons ocx_pipeline_settle_loops
    """.split()
)
INVOKED_OF_HELPER = frozenset(("ocx_unroll_loop", "ocx_peel_loop", "ocx_unswitch_loops"))


def test_every_function_is_in_exactly_one_list() -> None:
    harmless = {"LLVM" + name for name in HARMLESS}
    lists = (harmless, set(RECOVERED), set(GUARDED))
    assert set().union(*lists) == set(PROTOTYPES)
    assert sum(map(len, lists)) == len(PROTOTYPES)


def test_every_function_of_the_helper_is_in_a_list() -> None:
    unsafe = {name for name in helper._PROTOTYPES if not name.startswith("ocx_safe_")}
    assert unsafe == HARMLESS_OF_HELPER | INVOKED_OF_HELPER


def attributes(path: Path) -> set[str]:
    return {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize("path", sorted(SOURCES.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCES)))
def test_dangerous_functions_are_called_where_they_may_be_only(path: Path) -> None:
    name, used = path.relative_to(SOURCES).as_posix(), attributes(path)
    if name not in ("llvm/helper_services.py", "llvm/plain_services.py"):  # under recovery, both of them
        assert not used & RECOVERED, "call it through llvm/services.py"
    assert all(GUARDED[function] == name for function in used & GUARDED.keys())
    assert not used & INVOKED_OF_HELPER, "hand it to recovery.invoke by its name"


SCALABLE = "define void @f() {\n  %a = alloca TYPE\n  ret void\n}\n"


@pytest.mark.parametrize(
    "type_", ["<vscale x 4 x i32>", "[2 x <vscale x 4 x i32>]", "{ <vscale x 4 x i32>, <vscale x 4 x i32> }"]
)
def test_the_size_of_a_scalable_vector_is_an_error(type_: str) -> None:
    with Context() as context:
        module = context.parse(SCALABLE.replace("TYPE", type_).encode())
        slot = next(module.definitions[0].instructions)
        for question in (Layout.size_bytes, Layout.alignment):
            with pytest.raises(UnsupportedError, match="scalable vector"):
                question(module.layout, slot.allocated_type)


def test_the_size_of_a_fixed_vector_is_its_size() -> None:
    with Context() as context:
        module = context.parse(SCALABLE.replace("TYPE", "{ <4 x i32>, [2 x i8] }").encode())
        slot = next(module.definitions[0].instructions)
        assert isinstance(slot.allocated_type, Type)
        assert (module.layout.size_bytes(slot.allocated_type), module.layout.alignment(slot.allocated_type)) == (32, 16)


def nested(levels: int) -> bytes:
    expression = "sub(i64 ptrtoint(ptr @g to i64), i64 " * levels + "0" + ")" * levels
    return f"@g = global i64 0\ndefine i64 @f(i64 %x) {{ %a = add i64 %x, {expression} ret i64 %a }}".encode()


def test_writing_what_nests_deeply_ends_nothing() -> None:
    """Deeper than the stack of the caller: with the helper it is written or refused; without it there is nothing to test."""
    if helper.load() is None:
        pytest.skip(f"an overflowing stack is survived only with the native helper ({helper.describe()})")
    with Context() as context:
        module = context.parse(nested(25_000))
        instruction = next(module.definitions[0].instructions)
        for write in (module.text, module.bitcode, lambda: instruction.text):
            assert len(write()) > 25_000
