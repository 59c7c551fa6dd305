// Identity of the library, and small operations on modules and blocks that the C API lacks.

#include "ocx.h"

#include "llvm-c/Core.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
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

void ocx_module_size(LLVMModuleRef module, ocx_size *size) {
  *size = {};
  for (Function &F : *unwrap(module)) {
    if (F.isDeclaration())
      continue;
    ++size->functions;
    size->blocks += F.size();
    size->instructions += F.getInstructionCount();
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
