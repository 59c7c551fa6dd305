"""Every C function of libLLVM we call, one table.

A line is a signature and the functions that have it (without their LLVM prefix). The signature is
a word of letters, the result first: p pointer, s C string, i int, u unsigned, z size_t, q uint64,
l int64, d double, v void.
"""

from __future__ import annotations

_LINES = """
vppp GetVersion
v InitializeNVPTXTargetInfo InitializeNVPTXTarget InitializeNVPTXTargetMC InitializeNVPTXAsmPrinter
vips ParseCommandLineOptions
vp InstallFatalErrorHandler

p ContextCreate
vp ContextDispose
vppp ContextSetDiagnosticHandler
vpi ContextSetDiscardValueNames
pp GetDiagInfoDescription
ip GetDiagInfoSeverity

ppzs CreateMemoryBufferWithMemoryRangeCopy
ppzsi CreateMemoryBufferWithMemoryRange
pp GetBufferStart
zp GetBufferSize
vp DisposeMemoryBuffer DisposeMessage

ipppp ParseIRInContext
ippp GetBitcodeModuleInContext2
psp ModuleCreateWithNameInContext
vp DisposeModule
pp CloneModule PrintModuleToString WriteBitcodeToMemoryBuffer GetModuleContext GetTarget GetDataLayoutStr
ppp GetModuleIdentifier GetSourceFileName GetModuleInlineAsm
vpsz SetModuleIdentifier SetSourceFileName SetModuleInlineAsm2
vps SetTarget SetDataLayout
ipp LinkModules2
ipip VerifyModule
ip StripModuleDebugInfo
ppsz GetModuleFlag
vpiszp AddModuleFlag
ups GetNamedMetadataNumOperands
vpsp GetNamedMetadataOperands AddNamedMetadataOperand
pp GetFirstNamedMetadata GetNextNamedMetadata
ppp GetNamedMetadataName

pp GetFirstFunction GetNextFunction GetFirstGlobal GetNextGlobal GetFirstGlobalAlias GetNextGlobalAlias
pp AliasGetAliasee GetGlobalParent GlobalGetValueType GetInitializer GetSection GetGC
pp GetFirstGlobalIFunc
ip HasPersonalityFn HasPrefixData HasPrologueData
vps SetGC
vpp SetPersonalityFn
pps GetNamedFunction GetNamedGlobal
ip IsDeclaration GetLinkage GetVisibility IsThreadLocal IsGlobalConstant IsExternallyInitialized
vpi SetLinkage SetVisibility SetGlobalConstant SetThreadLocal SetExternallyInitialized
vpp SetInitializer
vps SetSection
up GetAlignment GetFunctionCallConv GetInstructionCallConv CountParams CountBasicBlocks GetIntrinsicID
vpu SetAlignment SetFunctionCallConv SetInstructionCallConv
vp DeleteFunction DeleteGlobal
ppsp AddFunction
pppsu AddGlobalInAddressSpace
usz LookupIntrinsicID GetEnumAttributeKindForName
ppupz GetIntrinsicDeclaration

pp GetFirstBasicBlock GetNextBasicBlock GetPreviousBasicBlock GetEntryBasicBlock GetBasicBlockTerminator GetBasicBlockParent
pp BasicBlockAsValue ValueAsBasicBlock
ppps AppendBasicBlockInContext InsertBasicBlockInContext
vpp MoveBasicBlockBefore MoveBasicBlockAfter
vp DeleteBasicBlock

pp GetFirstInstruction GetNextInstruction GetPreviousInstruction GetLastInstruction GetInstructionParent
pp InstructionClone GetCalledValue GetCalledFunctionType GetCondition GetSwitchDefaultDest GetAllocatedType
pp GetGEPSourceElementType GetIndices
ip GetInstructionOpcode GetNumOperands GetICmpPredicate GetFCmpPredicate IsConditional GetFastMathFlags
ip CanValueUseFastMathFlags GetVolatile GetOrdering GetAtomicRMWBinOp GetNSW GetNUW GetNNeg GetInlineAsmDialect GetInlineAsmHasSideEffects HasMetadata
up CountIncoming GetNumSuccessors GetNumArgOperands GetNumIndices
ppu GetOperand GetOperandUse GetParam GetIncomingValue GetIncomingBlock GetSuccessor GetArgOperand
ppu GetSwitchCaseValue
vpup SetOperand SetMetadata SetSuccessor
vpi SetFastMathFlags SetTailCall SetTailCallKind SetVolatile SetNSW SetNUW SetNNeg
ip GetTailCallKind GetIsDisjoint
up GetNumOperandBundles
ppu GetOperandBundleAtIndex
ppp GetOperandBundleTag
vp DisposeOperandBundle
pp GetSubprogram DIScopeGetFile
up DISubprogramGetLine
ppp DIFileGetFilename
vpp SetSubprogram
ip GetUnnamedAddress
vpi SetUnnamedAddress
vp InstructionEraseFromParent InstructionRemoveFromParent
vpppu AddIncoming

pp TypeOf GetFirstUse GetNextUse GetUser GetUsedValue
pp IsAFunction IsAConstantInt IsAConstantFP IsAConstantExpr IsAGlobalVariable IsAConstantDataSequential
pp IsAInstruction IsAConstant IsAArgument IsABasicBlock IsAMDNode IsAMDString IsAInlineAsm IsACallInst IsAPHINode
ip GetValueKind IsNull IsUndef IsPoison IsConstant IsConstantString
sp GetValueName
ppp GetAsString GetInlineAsmAsmString GetInlineAsmConstraintString
vpsz SetValueName2
pp PrintValueToString PrintTypeToString
vpp ReplaceAllUsesWith
qp ConstIntGetZExtValue
lp ConstIntGetSExtValue
dpp ConstRealGetDouble
ppqi ConstInt
ppd ConstReal
pp GetUndef GetPoison ConstNull
ppu GetAggregateElement
ip GetConstOpcode

ip GetTypeKind IsOpaqueStruct IsPackedStruct IsFunctionVarArg
pp GetElementType GetReturnType GetTypeContext
up GetIntTypeWidth CountStructElementTypes GetPointerAddressSpace GetVectorSize CountParamTypes
qp GetArrayLength2
ppu StructGetTypeAtIndex IntTypeInContext PointerTypeInContext VectorType
vpp GetParamTypes
ppq ArrayType2
pppq ConstArray2
ppszsziiii GetInlineAsm
pp Int1TypeInContext Int8TypeInContext Int16TypeInContext Int32TypeInContext Int64TypeInContext
pp HalfTypeInContext BFloatTypeInContext FloatTypeInContext DoubleTypeInContext VoidTypeInContext
pppui FunctionType StructTypeInContext
pp GetStructName GetModuleDataLayout
qpp ABISizeOfType
upp ABIAlignmentOfType
qppu OffsetOfElement

ppuq CreateEnumAttribute
ppsusu CreateStringAttribute
ppuu GetEnumAttributeAtIndex GetCallSiteEnumAttribute
ppusu GetStringAttributeAtIndex GetCallSiteStringAttribute
vpup AddAttributeAtIndex AddCallSiteAttribute GetAttributesAtIndex
vpup GetCallSiteAttributes
upu GetCallSiteAttributeCount
vpuu RemoveEnumAttributeAtIndex RemoveCallSiteEnumAttribute
vpusu RemoveStringAttributeAtIndex RemoveCallSiteStringAttribute
upu GetAttributeCountAtIndex
ppp GetStringAttributeKind GetStringAttributeValue
up GetEnumAttributeKind
pp GetTypeAttributeValue
qp GetEnumAttributeValue

ppsz MDStringInContext2
pppz MDNodeInContext2 TemporaryMDNode
vpp MetadataReplaceAllUsesWith GetMDNodeOperands
ppp MetadataAsValue GetMDString
pp ValueAsMetadata
up GetMDNodeNumOperands
upsu GetMDKindIDInContext
ppu GetMetadata
vpup GlobalSetMetadata
pp InstructionGetDebugLoc
vpp InstructionSetDebugLoc SetCurrentDebugLocation2
up GetDebugLocLine GetDebugLocColumn
ppp GetDebugLocFilename GetDebugLocDirectory

pp CreateBuilderInContext BuildRetVoid BuildUnreachable
vp DisposeBuilder
vpp PositionBuilderAtEnd PositionBuilderBefore InsertIntoBuilder
vpps InsertIntoBuilderWithName
pppppus BuildCall2 BuildGEP2 BuildInBoundsGEP2
pppps BuildLoad2 BuildBitCast BuildAddrSpaceCast BuildTrunc BuildZExt BuildSExt BuildAdd BuildSub BuildMul BuildShl BuildExtractElement
pppps BuildLShr BuildAShr BuildAnd BuildOr BuildXor BuildFAdd BuildFSub BuildFMul BuildFDiv BuildUDiv BuildSDiv
pppps BuildURem BuildSRem BuildPtrToInt BuildIntToPtr BuildFPExt BuildFPTrunc
ppipps BuildICmp BuildFCmp
ppppps BuildSelect BuildInsertElement
pppp BuildStore
ppp BuildBr BuildRet
ppppp BuildCondBr
ppps BuildPhi BuildAlloca BuildFreeze BuildFNeg
pppus BuildExtractValue
pppppiiu BuildAtomicCmpXchgSyncScope
upsz GetSyncScopeID
up GetAtomicSyncScopeID
ppius BuildFenceSyncScope
vpi SetOrdering
ppppus BuildInsertValue

p CreatePassBuilderOptions
vp DisposePassBuilderOptions DisposeTargetMachine DisposeErrorMessage
ppspp RunPasses RunPassesOnFunction
pp GetErrorMessage
ispp GetTargetFromTriple
ppsssiii CreateTargetMachine
ippipp TargetMachineEmitToMemoryBuffer
"""

# Functions that work for milliseconds: called with the interpreter lock released.
LONG_RUNNING = frozenset(
    "LLVM" + name
    for name in (
        "ParseIRInContext GetBitcodeModuleInContext2 RunPasses RunPassesOnFunction TargetMachineEmitToMemoryBuffer "
        "VerifyModule LinkModules2 CloneModule WriteBitcodeToMemoryBuffer PrintModuleToString"
    ).split()
)

# Functions that may end the process, by a fatal error, a crash or an overflowing stack. They are called through
# llvm/services.py, under recovery, and from nowhere else; what is left in _LINES can't, given values of the kind it asks for.
RECOVERED = frozenset(
    "LLVM" + name
    for name in (
        "ParseIRInContext GetBitcodeModuleInContext2 VerifyModule LinkModules2 RunPasses RunPassesOnFunction "
        "CreateTargetMachine TargetMachineEmitToMemoryBuffer CloneModule WriteBitcodeToMemoryBuffer "
        "PrintModuleToString PrintValueToString PrintTypeToString StripModuleDebugInfo"
    ).split()
)
# Functions that end the process for some arguments only, with the file that looks at the arguments first.
GUARDED = {
    "LLVMABISizeOfType": "llvm/layout.py",  # of a scalable vector
    "LLVMABIAlignmentOfType": "llvm/layout.py",
    "LLVMOffsetOfElement": "llvm/layout.py",
    "LLVMSetDataLayout": "llvm/edit_module.py",  # of a malformed text: link/layout.py reads it first
    "LLVMGetIntrinsicDeclaration": "llvm/edit_module.py",  # of no intrinsic
}


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for line in _LINES.splitlines():
        signature, *names = line.split() or [""]
        for name in names:
            table["LLVM" + name] = signature
    return table


PROTOTYPES = _table()
