// Does input nest so deeply that what walks over it needs a large stack?
//
// A large stack is that of another thread, and glibc gives every thread its own heap: what code generation takes there starts with
// empty caches, is locked, and is freed across threads. That is some 2 % of a compile. Ordinary modules don't need it: their
// constants and types are a few levels deep, and blocks, loops and calls are walked with work lists.

#include "nesting.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <algorithm>

using namespace llvm;

namespace {

// Levels of constants in constants, or of types in types. Front ends write less than ten; a level takes LLVM less than a kilobyte in
// each of the functions that recurse, and the caller's stack has four megabytes. Our choice.
constexpr unsigned MostLevels = 100;
// Instructions of one block: instruction selection makes one graph of them. Our choice.
constexpr size_t MostInBlock = 20000;
// Of bitcode, and of text without deep brackets: what is left to nest (metadata) takes four bytes and more a level. Our choice.
constexpr size_t MostBytes = size_t(64) << 10;

class Nesting {
  DenseMap<const void *, unsigned> Known; // levels below a constant or a type

public:
  bool isDeep(const Type *Kind) { return Kind->getNumContainedTypes() && levelsOf(*Kind, MostLevels) >= MostLevels; }
  bool isDeep(const Constant &Value) { return hasParts(Value) && levelsOf(Value, MostLevels) >= MostLevels; }

private:
  static bool hasParts(const Constant &Value) { return Value.getNumOperands() && !isa<GlobalValue>(Value); }

  // Not looked at below `Most` levels.
  template <typename T> unsigned levelsOf(const T &Outer, unsigned Most) {
    if (!Most)
      return 0;
    const auto Seen = Known.find(&Outer);
    if (Seen != Known.end())
      return Seen->second;
    unsigned Levels = 0;
    forParts(Outer, [&](const T &Part) { Levels = std::max(Levels, levelsOf(Part, Most - 1)); });
    return Known[&Outer] = Levels + 1;
  }

  template <typename Action> static void forParts(const Type &Outer, Action Do) {
    for (const Type *Part : Outer.subtypes())
      Do(*Part);
  }
  template <typename Action> static void forParts(const Constant &Outer, Action Do) {
    for (const Use &Operand : Outer.operands())
      if (const auto *Part = dyn_cast<Constant>(Operand); Part && hasParts(*Part))
        Do(*Part);
  }
};

bool isDeep(const Instruction &I, Nesting &Levels) {
  if (Levels.isDeep(I.getType()))
    return true;
  if (const auto *Slot = dyn_cast<AllocaInst>(&I); Slot && Levels.isDeep(Slot->getAllocatedType()))
    return true;
  if (const auto *Address = dyn_cast<GetElementPtrInst>(&I); Address && Levels.isDeep(Address->getSourceElementType()))
    return true;
  return any_of(I.operands(), [&](const Use &Operand) {
    const auto *Value = dyn_cast<Constant>(Operand);
    return Value && (Levels.isDeep(*Value) || Levels.isDeep(Value->getType()));
  });
}

bool isDeep(const Module &M) {
  Nesting Levels;
  for (const GlobalVariable &Variable : M.globals())
    if (Levels.isDeep(Variable.getValueType()) || (Variable.hasInitializer() && Levels.isDeep(*Variable.getInitializer())))
      return true;
  for (const Function &F : M) {
    if (Levels.isDeep(F.getFunctionType()))
      return true;
    for (const Argument &Parameter : F.args())
      if (Type *Pointee = Parameter.getPointeeInMemoryValueType(); Pointee && Levels.isDeep(Pointee))
        return true;
    for (const BasicBlock &Block : F) {
      size_t Count = 0;
      for (const Instruction &I : Block)
        if (++Count > MostInBlock || isDeep(I, Levels))
          return true;
    }
  }
  return false;
}

// Brackets in brackets, those in strings and comments aside.
bool isDeep(StringRef Text) {
  size_t Levels = 0;
  for (size_t At = 0; At < Text.size(); ++At) {
    switch (Text[At]) {
    case '"':
    case ';':
      At = Text.find(Text[At] == ';' ? '\n' : '"', At + 1);
      if (At == StringRef::npos)
        return false;
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      if (++Levels > MostLevels)
        return true;
      break;
    case ')':
    case ']':
    case '}':
    case '>':
      Levels -= Levels > 0;
      break;
    }
  }
  return false;
}

} // namespace

namespace ocx {

// Descriptions of types for debuggers nest as well, and are not looked through.
Stack stackFor(const Module &M) {
  const bool IsLarge = M.getNamedMetadata("llvm.dbg.cu") || !M.alias_empty() || !M.ifunc_empty() || isDeep(M);
  return IsLarge ? Stack::Large : Stack::CallersIfRoomy;
}

// Text nests with every bracket; a reader of bitcode works through tables.
Stack stackFor(LLVMMemoryBufferRef Buffer) {
  const StringRef Bytes(LLVMGetBufferStart(Buffer), LLVMGetBufferSize(Buffer));
  const bool IsLarge = Bytes.size() > MostBytes || (identify_magic(Bytes) != file_magic::bitcode && isDeep(Bytes));
  return IsLarge ? Stack::Large : Stack::CallersIfRoomy;
}

} // namespace ocx
