// The ids of a function's loops, all of them in one look, and an id written anew in one call.

#include "loop_marks.h"
#include "ocx.h"

#include "llvm-c/Core.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace llvm;

namespace {

bool isDropped(const Metadata &Operand, ArrayRef<StringRef> Prefixes) {
  const auto *Property = dyn_cast<MDNode>(&Operand);
  const auto *Name = Property && Property->getNumOperands() ? dyn_cast_or_null<MDString>(Property->getOperand(0)) : nullptr;
  return Name && any_of(Prefixes, [&](StringRef Prefix) { return Name->getString().starts_with(Prefix); });
}

// `name` or `name=number`.
MDNode *makeProperty(LLVMContext &Context, StringRef Text) {
  const auto [Name, Number] = Text.split('=');
  SmallVector<Metadata *, 2> Parts{MDString::get(Context, Name)};
  uint32_t Value = 0;
  if (!Number.empty() && !Number.getAsInteger(10, Value))
    Parts.push_back(ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Context), Value)));
  return MDNode::get(Context, Parts);
}

} // namespace

ocx_loop_branch *ocx_loop_branches(LLVMValueRef function, int64_t *count) {
  std::vector<ocx_loop_branch> Found;
  for (BasicBlock &Block : *unwrap<Function>(function)) {
    Instruction *Branch = Block.getTerminator();
    const MDNode *Id = Branch->hasMetadata() ? Branch->getMetadata(LLVMContext::MD_loop) : nullptr;
    if (!Id)
      continue;
    ocx_loop Read{};
    ocx::readMarks(*Id, Read);
    Found.push_back({wrap(Branch), Read.number, Read.marks});
  }
  *count = Found.size();
  auto *Result = static_cast<ocx_loop_branch *>(std::malloc(std::max<size_t>(Found.size(), 1) * sizeof(ocx_loop_branch)));
  if (Result)
    std::copy(Found.begin(), Found.end(), Result);
  return Result;
}

void ocx_rewrite_loop_id(LLVMValueRef branch, const char *dropped, const char *added) {
  Instruction &Branch = *unwrap<Instruction>(branch);
  LLVMContext &Context = Branch.getContext();
  SmallVector<StringRef, 4> Prefixes, Texts;
  StringRef(dropped).split(Prefixes, '\n', -1, /*KeepEmpty=*/false);
  StringRef(added).split(Texts, '\n', -1, /*KeepEmpty=*/false);
  SmallVector<Metadata *, 8> Operands{nullptr}; // the node itself
  if (const MDNode *Id = Branch.getMetadata(LLVMContext::MD_loop))
    for (const MDOperand &Operand : drop_begin(Id->operands()))
      if (Operand && !isDropped(*Operand, Prefixes))
        Operands.push_back(Operand);
  for (const StringRef Text : Texts)
    Operands.push_back(makeProperty(Context, Text));
  MDNode *Id = MDNode::getDistinct(Context, Operands);
  Id->replaceOperandWith(0, Id);
  Branch.setMetadata(LLVMContext::MD_loop, Id);
}
