// What every compile asks of a module many times over, answered in one walk each: its functions, their names, and whether
// anything of a kind is in it.

#include "instruction_count.h"
#include "ocx.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <cstdlib>
#include <cstring>
#include <string>

using namespace llvm;

namespace {

constexpr unsigned SharedSpace = 3;

// Every loop has an edge to a block at or before it, in any order of the blocks.
bool hasBackwardEdge(const Function &F) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  for (const BasicBlock &Block : F) {
    Seen.insert(&Block);
    const Instruction *End = Block.getTerminator();
    for (unsigned I = 0; End && I < End->getNumSuccessors(); ++I)
      if (Seen.contains(End->getSuccessor(I)))
        return true;
  }
  return false;
}

bool hasStackObject(const Function &F) {
  for (const Instruction &I : F.getEntryBlock())
    if (isa<AllocaInst>(I))
      return true;
  return false;
}

int64_t ofFunction(const Function &F, int64_t LongCount) {
  int64_t Found = 0;
  if (!F.use_empty())
    Found |= OCX_HAS_CALLS;
  for (const Argument &A : F.args()) {
    if (A.hasByValAttr())
      Found |= OCX_HAS_BYVAL;
    if (A.getParamAlign().valueOrOne().value() > 1)
      Found |= OCX_HAS_ALIGNED;
  }
  if (hasStackObject(F))
    Found |= OCX_HAS_STACK;
  if (hasBackwardEdge(F))
    Found |= OCX_HAS_LOOPS;
  if (ocx::hasInstructions(F, LongCount))
    Found |= OCX_HAS_LONG;
  return Found;
}

// Does an instruction only serve to keep a variable on the stack? Nothing is left of such when the first passes are done.
bool isBookkeeping(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return isa<AllocaInst>(I) || (Pointer && isa<AllocaInst>(Pointer));
}

constexpr size_t FewParameters = 500;
constexpr StringLiteral LAUNCH_ATTRIBUTES[] = {"nvvm.reqntid",        "nvvm.maxntid", "nvvm.cluster_dim",
                                               "nvvm.maxclusterrank", "nvvm.maxnreg", "nvvm.minctasm"};

bool isPlain(const Argument &A) {
  const Type *T = A.getType();
  return !A.hasByValAttr() && (T->isPointerTy() || T->isIntegerTy() || T->isFloatTy() || T->isDoubleTy() ||
                               T->isHalfTy() || T->isBFloatTy());
}

bool isUsualKernel(const Function &F) {
  return F.getReturnType()->isVoidTy() && F.hasExternalLinkage() && F.use_empty() && F.arg_size() <= FewParameters &&
         all_of(F.args(), isPlain);
}

bool isUnusual(const Function &F) {
  const bool IsKernel = F.getCallingConv() == CallingConv::PTX_Kernel;
  if (IsKernel && !isUsualKernel(F))
    return true;
  return (IsKernel || !F.isDeclaration()) && (F.hasPrefixData() || F.hasPrologueData());
}

bool isBounded(const Function &F) {
  return any_of(LAUNCH_ATTRIBUTES, [&](StringRef Name) { return F.hasFnAttribute(Name); });
}

bool isOfKind(const Function &F, int Kind) {
  switch (Kind) {
  case OCX_DEFINED:
    return !F.isDeclaration();
  case OCX_PURE:
    return !F.isDeclaration() && F.doesNotAccessMemory() && !F.isConvergent();
  case OCX_UNUSUAL:
    return isUnusual(F);
  case OCX_BOUNDED:
    return !F.isDeclaration() && isBounded(F);
  default:
    return true;
  }
}

} // namespace

int64_t ocx_list_functions(LLVMModuleRef module, int kind, LLVMValueRef *out, int64_t room) {
  int64_t Count = 0;
  for (Function &F : *unwrap(module)) {
    if (!isOfKind(F, kind))
      continue;
    if (Count < room)
      out[Count] = wrap(&F);
    ++Count;
  }
  return Count;
}

char *ocx_function_names(LLVMModuleRef module, int64_t *size) {
  std::string Names;
  for (const Function &F : *unwrap(module)) {
    // A damaged module may have a zero in a name, which ends it in this list: nobody asks for such a name.
    if (F.getName().contains('\0'))
      continue;
    Names += !F.isDeclaration() ? '=' : F.use_empty() ? '-' : '+';
    Names += F.getName();
    Names += '\0';
  }
  *size = int64_t(Names.size());
  auto *Block = static_cast<char *>(std::malloc(Names.size() + 1));
  if (Block)
    std::memcpy(Block, Names.c_str(), Names.size() + 1);
  return Block;
}

int ocx_has_instructions(LLVMValueRef function, int64_t count) { return ocx::hasInstructions(*unwrap<Function>(function), count); }

int64_t ocx_count_work(LLVMValueRef function) {
  int64_t Count = 0;
  for (const BasicBlock &Block : *unwrap<Function>(function))
    Count += count_if(Block, [](const Instruction &I) { return !isBookkeeping(I); });
  return Count;
}

int64_t ocx_module_facts(LLVMModuleRef module, int64_t long_count) {
  int64_t Found = 0;
  for (const Function &F : *unwrap(module))
    if (!F.isDeclaration())
      Found |= ofFunction(F, long_count);
  for (const GlobalVariable &Variable : unwrap(module)->globals()) {
    Found |= OCX_HAS_VARIABLES;
    if (Variable.getAddressSpace() == SharedSpace)
      Found |= OCX_HAS_SHARED;
  }
  return Found;
}
