// Identity of the library, and small operations on modules and blocks that the C API lacks.

#include "instruction_count.h"
#include "ocx.h"

#include "llvm-c/Core.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

int ocx_abi_version(void) { return OCX_ABI_VERSION; }

const char *ocx_llvm_version(void) { return LLVM_VERSION_STRING; }

const void *ocx_llvm_identity(void) { return reinterpret_cast<const void *>(&LLVMContextCreate); }

LLVMBasicBlockRef ocx_split_block_before(LLVMValueRef instruction) {
  auto *I = unwrap<Instruction>(instruction);
  return wrap(SplitBlock(I->getParent(), I->getIterator()));
}

int ocx_has_values_up_to(LLVMModuleRef module, int64_t bits) {
  for (const Function &F : *unwrap(module))
    for (const BasicBlock &Block : F)
      for (const Instruction &I : Block) {
        const unsigned Bits = I.getType()->getScalarSizeInBits(); // 0 for pointers and structs
        if (Bits > 1 && Bits <= bits)
          return true;
      }
  return false;
}

static bool isGeneric(const Type *T) { return T->isPointerTy() && T->getPointerAddressSpace() == 0; }

// Is an address that of a stack object or of constant memory?
static bool isWrongForAtomics(const Value *Address) {
  const Value *Object = getUnderlyingObject(Address);
  return isa<AllocaInst>(Object) || Object->getType()->getPointerAddressSpace() == 4;
}

static bool isOpenPointer(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Load:
  case Instruction::IntToPtr:
  case Instruction::ExtractValue:
    return isGeneric(I.getType());
  case Instruction::Call:
    return isGeneric(I.getType()) && !isa<IntrinsicInst>(I);
  case Instruction::AtomicRMW:
    return isWrongForAtomics(cast<AtomicRMWInst>(I).getPointerOperand());
  case Instruction::AtomicCmpXchg:
    return isWrongForAtomics(cast<AtomicCmpXchgInst>(I).getPointerOperand());
  case Instruction::Store:
    return getUnderlyingObject(cast<StoreInst>(I).getPointerOperand())->getType()->getPointerAddressSpace() == 4;
  default:
    return false;
  }
}

int ocx_has_open_pointers(LLVMModuleRef module) {
  for (const Function &F : *unwrap(module)) {
    for (const BasicBlock &Block : F)
      for (const Instruction &I : Block)
        if (isOpenPointer(I))
          return true;
    const StringRef Name = F.getName();
    if (F.isDeclaration() && !F.use_empty() &&
        (Name.starts_with("llvm.nvvm.isspacep.") || Name.starts_with("llvm.nvvm.wmma.") ||
         Name.starts_with("llvm.memcpy.") || Name.starts_with("llvm.memmove.")))
      return true;
  }
  return false;
}

int ocx_has_aggregate_accesses(LLVMModuleRef module) {
  for (const Function &F : *unwrap(module))
    for (const BasicBlock &Block : F)
      for (const Instruction &I : Block) {
        const auto *Stored = dyn_cast<StoreInst>(&I);
        if (Stored ? Stored->getValueOperand()->getType()->isAggregateType()
                   : I.getOpcode() == Instruction::Load && I.getType()->isAggregateType())
          return true;
      }
  return false;
}

namespace {

constexpr unsigned PtxBits = 64; // the widest integer that PTX divides and converts

bool isWide(const Type *T) { return T->isIntegerTy() && T->getIntegerBitWidth() > PtxBits; }

bool isWideOperation(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return isWide(I.getType());
  case Instruction::UIToFP:
  case Instruction::SIToFP:
  case Instruction::FPToUI:
  case Instruction::FPToSI:
    if (isWide(I.getType()) || isWide(I.getOperand(0)->getType()))
      return true;
    [[fallthrough]];
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
  case Instruction::FNeg:
  case Instruction::FCmp:
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return I.getType()->isFP128Ty() || I.getOperand(0)->getType()->isFP128Ty();
  default:
    return false;
  }
}

} // namespace

int ocx_has_wide_operations(LLVMModuleRef module) {
  for (const Function &F : *unwrap(module))
    for (const BasicBlock &Block : F)
      for (const Instruction &I : Block)
        if (isWideOperation(I))
          return true;
  return false;
}

void ocx_module_size(LLVMModuleRef module, ocx_size *size) {
  *size = {};
  for (Function &F : *unwrap(module)) {
    if (F.isDeclaration())
      continue;
    ++size->functions;
    size->blocks += F.size();
    size->instructions += ocx::countInstructions(F);
  }
}

void ocx_copy_in_pieces(LLVMValueRef copy, const int64_t *pieces, int64_t count, int64_t target_alignment,
                        int64_t source_alignment) {
  auto *Copy = unwrap<CallBase>(copy);
  IRBuilder<> Builder(Copy);
  const auto At = [&](unsigned Operand, int64_t Offset) -> Value * {
    Value *Pointer = Copy->getArgOperand(Operand);
    return Offset ? Builder.CreateInBoundsGEP(Builder.getInt8Ty(), Pointer, Builder.getInt64(Offset)) : Pointer;
  };
  SmallVector<Value *, 16> Values;
  for (int64_t I = 0; I < 2 * count; I += 2) {
    const Align Known = commonAlignment(Align(source_alignment), pieces[I]);
    auto *Piece = reinterpret_cast<Type *>(pieces[I + 1]);
    Values.push_back(Builder.CreateAlignedLoad(Piece, At(1, pieces[I]), Known, "split"));
  }
  for (int64_t I = 0; I < count; ++I) {
    const int64_t Offset = pieces[2 * I];
    Builder.CreateAlignedStore(Values[I], At(0, Offset), commonAlignment(Align(target_alignment), Offset));
  }
}

void ocx_allow_contraction(LLVMValueRef function) {
  for (BasicBlock &Block : *unwrap<Function>(function))
    for (Instruction &I : Block)
      switch (I.getOpcode()) {
      case Instruction::FAdd:
      case Instruction::FSub:
      case Instruction::FMul:
      case Instruction::FDiv:
      case Instruction::FNeg:
        I.setHasAllowContract(true);
      }
}
