// What an inliner asks of functions before it looks into their bodies, and of calls: for a whole module, in one walk each.

#include "calls.h"
#include "ocx.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Constant.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace llvm;

namespace {

// Users of a stack object that are looked at before it is given up for a copy.
constexpr unsigned MostCopyUsers = 8;

SmallVector<StringRef, 8> splitWords(const char *Words) {
  SmallVector<StringRef, 8> Found;
  StringRef(Words).split(Found, ' ', -1, false);
  return Found;
}

// A function's attribute by name, one of LLVM's own or a text.
Attribute attributeOf(const Function &F, StringRef Name) {
  const Attribute::AttrKind Kind = Attribute::getAttrKindFromName(Name);
  return Kind == Attribute::None ? F.getFnAttribute(Name) : F.getFnAttribute(Kind);
}

// The values of some attributes as one text: equal for functions that agree in all of them.
std::string valuesOf(const Function &F, ArrayRef<StringRef> Names) {
  std::string Values;
  for (StringRef Name : Names)
    Values += attributeOf(F, Name).getAsString() + '\n';
  return Values;
}

// The number of a text among those met so far.
int64_t numberOf(StringMap<int64_t> &Known, StringRef Text) { return Known.try_emplace(Text, Known.size()).first->second; }

bool isCallOf(const Instruction *I, StringRef Prefix) {
  const auto *Call = dyn_cast_or_null<CallBase>(I);
  const auto *Callee = Call ? dyn_cast<Function>(Call->getCalledOperand()) : nullptr;
  return Callee && Callee->getName().starts_with(Prefix);
}

} // namespace

bool ocx::isCopy(const Value *Pointer) {
  if (!isa<AllocaInst>(Pointer))
    return false;
  unsigned Copies = 0, Others = 0;
  for (const User *One : Pointer->users()) {
    if (Copies + Others > MostCopyUsers)
      break;
    const auto *I = dyn_cast<Instruction>(One);
    const bool IsMove = isCallOf(I, "llvm.memcpy");
    Copies += IsMove && I->getOperand(0) == Pointer;
    Others += !IsMove && !isCallOf(I, "llvm.lifetime");
  }
  return Copies == 1 && Others == 1;
}

namespace {

int64_t factsOf(const CallBase &Call) {
  const auto &Callee = *cast<Function>(Call.getCalledOperand());
  const AttributeList Attributes = Call.getAttributes();
  const bool IsSame = Call.getFunctionType() == Callee.getFunctionType() && Call.getCallingConv() == Callee.getCallingConv();
  return (Attributes.hasFnAttr(Attribute::AlwaysInline) ? OCX_CALL_FORCED : 0) |
         (Attributes.hasFnAttr(Attribute::NoInline) ? OCX_CALL_FORBIDDEN : 0) | (IsSame ? 0 : OCX_CALL_DIFFERS);
}

char factsOf(const Value *Argument) {
  const bool MayBeCopy = Argument->getType()->isPointerTy();
  return char((isa<Constant>(Argument) ? OCX_ARGUMENT_CONSTANT : 0) |
              (MayBeCopy && ocx::isCopy(Argument) ? OCX_ARGUMENT_COPIED : 0));
}

} // namespace

void *ocx_function_headers(LLVMModuleRef module, const char *attributes, const char *agreed, int64_t *numbers,
                           int64_t *bytes) {
  const auto Asked = splitWords(attributes), Agreed = splitWords(agreed);
  const auto Kinds = map_to_vector(Asked, Attribute::getAttrKindFromName);
  std::vector<int64_t> Rows;
  std::string Names;
  StringMap<int64_t> Groups;
  for (Function &F : *unwrap(module)) {
    if (F.getIntrinsicID() || (F.use_empty() && F.isDeclaration()))
      continue;
    const StringRef Name = F.getName();
    Names.append(Name.begin(), std::find(Name.begin(), Name.end(), '\0')).push_back('\0');
    int64_t Has = 0;
    for (auto [Number, Kind] : enumerate(Kinds))
      Has |= int64_t(F.hasFnAttribute(Kind)) << Number;
    const int64_t Group = numberOf(Groups, valuesOf(F, Agreed));
    const size_t Row = Rows.size();
    Rows.insert(Rows.end(), {reinterpret_cast<int64_t>(wrap(&F)), LLVMGetLinkage(wrap(&F)), LLVMGetVisibility(wrap(&F)),
                             int64_t(F.getCallingConv()), F.isDeclaration(), F.isVarArg(), Has, Group, 0, 0});
    for (const Use &U : F.uses()) {
      ++Rows[Row + OCX_HEADER_USES];
      const auto *Call = dyn_cast<CallInst>(U.getUser());
      if (!Call || Call->getCalledOperand() != &F)
        continue;
      ++Rows[Row + OCX_HEADER_CALLS];
      Rows.insert(Rows.end(), {reinterpret_cast<int64_t>(Call), reinterpret_cast<int64_t>(Call->getFunction())});
    }
  }
  *numbers = int64_t(Rows.size());
  *bytes = int64_t(Names.size());
  auto *Block = static_cast<char *>(std::malloc(Rows.size() * sizeof(int64_t) + Names.size() + 1));
  if (Block && !Rows.empty()) {
    std::memcpy(Block, Rows.data(), Rows.size() * sizeof(int64_t));
    std::memcpy(Block + Rows.size() * sizeof(int64_t), Names.data(), Names.size());
  }
  return Block;
}

char *ocx_call_facts(const LLVMValueRef *calls, int64_t count, int64_t *facts, int64_t *bytes) {
  std::string Arguments;
  for (int64_t Number = 0; Number < count; ++Number) {
    const auto &Call = *unwrap<CallBase>(calls[Number]);
    facts[2 * Number] = factsOf(Call);
    facts[2 * Number + 1] = Call.arg_size();
    for (const Value *Argument : Call.args())
      Arguments += factsOf(Argument);
  }
  *bytes = int64_t(Arguments.size());
  auto *Block = static_cast<char *>(std::malloc(Arguments.size() + 1));
  if (Block)
    std::memcpy(Block, Arguments.c_str(), Arguments.size() + 1);
  return Block;
}
