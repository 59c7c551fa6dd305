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
