// Is a module's call graph so plain that every call may be weighed by sums alone? And if so, all that an inliner would ask of it,
// written down for who wants to know later: the calls are gone by then.
//
// "No" is always right: the caller looks at functions and calls one by one then.

#include "calls.h"
#include "ocx.h"
#include "shape.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace llvm;

namespace {

constexpr unsigned MostNesting = 16; // of types that are spelled
constexpr StringLiteral AGREED[] = {"denormal-fp-math", "denormal-fp-math-f32"};
constexpr Attribute::AttrKind AGREED_KINDS[] = {Attribute::StrictFP, Attribute::SanitizeAddress, Attribute::SanitizeMemory};
constexpr Attribute::AttrKind ODD[] = {Attribute::OptimizeForSize, Attribute::MinSize, Attribute::ReturnsTwice};
constexpr unsigned MostCopies = 100; // loads times stores of copies that calls hand over: more are not inlined

// Is a function never inlined, whatever stands at a call (passes/inline/decision.py)?
bool isRefused(const Function &F) {
  const bool IsReplaceable = F.hasWeakAnyLinkage() || F.hasLinkOnceAnyLinkage() || F.hasExternalWeakLinkage();
  return F.isDeclaration() || IsReplaceable || F.isVarArg() || F.hasProtectedVisibility() ||
         F.hasFnAttribute(Attribute::NoInline) || F.hasFnAttribute(Attribute::OptimizeNone);
}

// Has a function a body that is copied to its calls?
bool isCopied(const Function &F) {
  const bool IsFixed = F.hasLocalLinkage() || F.hasExternalLinkage() || F.hasLinkOnceODRLinkage() || F.hasWeakODRLinkage();
  return IsFixed && !isRefused(F) && none_of(ODD, [&](Attribute::AttrKind Kind) { return F.hasFnAttribute(Kind); });
}

// Loads and stores through a pointer at most, constant offsets and casts looked through.
void countAccesses(const Value &Pointer, uint64_t &Loads, uint64_t &Stores, unsigned Depth = 0) {
  for (const User *U : Pointer.users()) {
    const bool IsAddress = isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(U);
    if (IsAddress && Depth < MostNesting) {
      countAccesses(*U, Loads, Stores, Depth + 1);
      continue;
    }
    Loads += IsAddress ? MostCopies + 1 : !isa<StoreInst>(U);
    Stores += IsAddress ? MostCopies + 1 : !isa<LoadInst>(U);
  }
}

// Are so few accesses made of what a call hands over as copies that it is no reason to leave it?
bool hasFewAccesses(const CallInst &Call, const Function &F) {
  uint64_t Loads = 0, Stores = 0;
  for (const Argument &A : F.args())
    if (A.hasByValAttr() || (A.getType()->isPointerTy() && ocx::isCopy(Call.getArgOperand(A.getArgNo()))))
      countAccesses(A, Loads, Stores);
  return Loads * Stores <= MostCopies;
}

bool agree(const Function &One, const Function &Other) {
  return all_of(AGREED, [&](StringRef Name) { return One.getFnAttribute(Name) == Other.getFnAttribute(Name); }) &&
         all_of(AGREED_KINDS, [&](Attribute::AttrKind Kind) { return One.hasFnAttribute(Kind) == Other.hasFnAttribute(Kind); });
}

constexpr Attribute::AttrKind SAID[] = {Attribute::NoInline,   Attribute::OptimizeNone, Attribute::AlwaysInline,
                                        Attribute::InlineHint, Attribute::Cold,         Attribute::OptimizeForSize,
                                        Attribute::MinSize,    Attribute::ReturnsTwice};

// Sums that are large enough for every budget.
constexpr int64_t Enough = int64_t(1) << 40;

// A type in letters (passes/inline/recorded.py reads them); false where it has none.
bool spell(const Type *T, std::string &Text, unsigned Depth = 0) {
  if (Depth > MostNesting)
    return false;
  switch (T->getTypeID()) {
  case Type::VoidTyID:
    Text += 'v';
    return true;
  case Type::HalfTyID:
    Text += 'h';
    return true;
  case Type::BFloatTyID:
    Text += 'b';
    return true;
  case Type::FloatTyID:
    Text += 'f';
    return true;
  case Type::DoubleTyID:
    Text += 'd';
    return true;
  case Type::IntegerTyID:
    Text += 'i' + std::to_string(T->getIntegerBitWidth()) + ' ';
    return true;
  case Type::PointerTyID:
    Text += 'p' + std::to_string(T->getPointerAddressSpace()) + ' ';
    return true;
  case Type::ArrayTyID:
    Text += 'a' + std::to_string(T->getArrayNumElements()) + ' ';
    return spell(T->getArrayElementType(), Text, Depth + 1);
  case Type::FixedVectorTyID:
    Text += 'w' + std::to_string(cast<FixedVectorType>(T)->getNumElements()) + ' ';
    return spell(cast<FixedVectorType>(T)->getElementType(), Text, Depth + 1);
  case Type::StructTyID:
    Text += cast<StructType>(T)->isPacked() ? '<' : '{';
    if (!all_of(cast<StructType>(T)->elements(), [&](const Type *Member) { return spell(Member, Text, Depth + 1); }))
      return false;
    Text += '}';
    return true;
  default:
    return false;
  }
}

class Look {
  Module &M;
  const uint8_t *Classes;
  std::vector<Function *> Functions;              // with a body or uses, intrinsics apart
  DenseMap<const Value *, int64_t> Number;        // of these and of what else is called
  std::vector<int64_t> Numbers;
  std::string Texts;
  enum { New, Open, Done };
  struct Sums {
    bool IsWanted = false;
    int64_t Instructions = 0, Calls = 0; // with those of all that it calls
    std::vector<int64_t> Called;         // numbers of the functions with a body that it calls
    int State = New;
  };
  std::vector<Sums> Found;

public:
  Look(Module &M, const uint8_t *Classes) : M(M), Classes(Classes) {}

  bool take() {
    for (Function &F : M) {
      if (F.getIntrinsicID() || (F.use_empty() && F.isDeclaration()))
        continue;
      if (!F.hasName())
        return false;
      Number[&F] = int64_t(Functions.size());
      Functions.push_back(&F);
    }
    Found.resize(Functions.size());
    return findWanted() && writeAll();
  }

  char *block(int64_t *Bytes) const {
    const size_t Size = (Numbers.size() + 1) * sizeof(int64_t);
    *Bytes = int64_t(Size + Texts.size());
    auto *Block = static_cast<char *>(std::malloc(Size + Texts.size()));
    if (!Block)
      return nullptr;
    const int64_t Count = int64_t(Numbers.size());
    std::memcpy(Block, &Count, sizeof(Count));
    std::memcpy(Block + sizeof(Count), Numbers.data(), Numbers.size() * sizeof(int64_t));
    std::memcpy(Block + Size, Texts.data(), Texts.size());
    return Block;
  }

private:
  // Callers and callees of calls that could be inlined; false where one of them has something to ask about.
  bool findWanted() {
    bool HasCalls = false;
    for (size_t N = 0; N < Functions.size(); ++N) {
      Function &F = *Functions[N];
      if (F.isDeclaration())
        continue;
      for (const User *U : F.users()) {
        const auto *Call = dyn_cast<CallInst>(U);
        if (!Call || Call->getCalledOperand() != &F)
          continue;
        const Function &Caller = *Call->getFunction();
        HasCalls = true;
        if (!isPlain(*Call, F, Caller))
          return false;
        if (isRefused(F))
          continue;
        Found[N].IsWanted = Found[Number.lookup(&Caller)].IsWanted = true;
      }
    }
    return HasCalls;
  }

  static bool isPlain(const CallInst &Call, const Function &F, const Function &Caller) {
    const AttributeList Attributes = Call.getAttributes();
    if (Attributes.hasFnAttr(Attribute::AlwaysInline) || Attributes.hasFnAttr(Attribute::NoInline))
      return false;
    if (isRefused(F))
      return !F.hasFnAttribute(Attribute::AlwaysInline);
    if (!isCopied(F))
      return false;
    if (Call.getFunctionType() != F.getFunctionType() || Call.getCallingConv() != F.getCallingConv())
      return false;
    const bool IsSmall = Caller.hasFnAttribute(Attribute::OptimizeForSize) || Caller.hasFnAttribute(Attribute::MinSize);
    if (IsSmall || Caller.hasFnAttribute(Attribute::OptimizeNone) || !agree(Caller, F))
      return false;
    return F.hasFnAttribute(Attribute::AlwaysInline) || hasFewAccesses(Call, F);
  }

  void addText(StringRef Text) {
    Texts.append(Text.begin(), std::find(Text.begin(), Text.end(), '\0'));
    Texts += '\0';
  }

  // The number of what is called and is none of the functions.
  int64_t numberOf(const Value &Callee, std::vector<const Value *> &Beside) {
    auto [Place, IsNew] = Number.try_emplace(&Callee, int64_t(Functions.size() + Beside.size()));
    if (IsNew)
      Beside.push_back(&Callee);
    return Place->second;
  }

  bool writeAll() {
    std::vector<const Value *> Beside;
    for (size_t N = 0; N < Functions.size(); ++N)
      if (!write(N, Beside))
        return false;
    for (size_t N = 0; N < Functions.size(); ++N)
      if (!addUp(N))
        return false;
    // In front: how many functions, how many other callees, and of each wanted function that calls one with a body its sums.
    std::vector<int64_t> Front = {int64_t(Functions.size()), int64_t(Beside.size()), 0};
    for (size_t N = 0; N < Functions.size(); ++N)
      if (!Found[N].Called.empty()) {
        ++Front[2];
        Front.insert(Front.end(), {int64_t(N), Functions[N]->getCallingConv() == CallingConv::PTX_Kernel, Found[N].Instructions,
                                   Found[N].Calls});
      }
    Numbers.insert(Numbers.begin(), Front.begin(), Front.end());
    for (const Function *F : Functions)
      addText(F->getName());
    addText(M.getDataLayoutStr());
    for (const Function *F : Functions)
      if (!writeSignature(*F))
        return false;
    for (const Value *V : Beside) {
      const auto *Intrinsic = dyn_cast<Function>(V);
      Texts += !Intrinsic ? '"' : Intrinsic->hasFnAttribute(Attribute::Convergent) ? '+' : '-';
      if (Intrinsic)
        addText(Intrinsic->getName());
      else
        addText(cast<InlineAsm>(V)->getAsmString());
    }
    return true;
  }

  bool writeSignature(const Function &F) {
    if (Found[Number.lookup(&F)].IsWanted && !F.isDeclaration())
      if (!spell(F.getReturnType(), Texts) || !all_of(F.args(), [&](const Argument &A) { return spellPassed(A); }))
        return false;
    Texts += '\0';
    return true;
  }

  // What is passed by value is what the pointer points to.
  bool spellPassed(const Argument &A) {
    const Type *Passed = A.getParamByValType();
    return spell(Passed ? Passed : A.getType(), Texts);
  }

  bool write(size_t N, std::vector<const Value *> &Beside) {
    Function &F = *Functions[N];
    Sums &Sum = Found[N];
    int64_t Has = 0;
    for (auto [Bit, Kind] : enumerate(SAID))
      Has |= int64_t(F.hasFnAttribute(Kind)) << Bit;
    std::vector<int64_t> Callers;
    if (isRefused(F))
      for (const User *U : F.users())
        if (const auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledOperand() == &F)
          Callers.push_back(Number.lookup(Call->getFunction()));
    ocx_shape Shape = {};
    std::vector<int64_t> Rows, Called;
    int64_t Slots = 0;
    if (Sum.IsWanted) {
      ocx::countShape(F, Classes, Shape, Rows);
      for (size_t Row = 0; Row < Rows.size(); Row += 4) {
        const auto &I = *cast<Instruction>(reinterpret_cast<Value *>(Rows[Row]));
        if (isa<AllocaInst>(I)) {
          ++Slots;
          continue;
        }
        const auto *Call = dyn_cast<CallInst>(&I);
        if (!Call)
          return false;
        const Value *Callee = Call->getCalledOperand();
        const auto *Known = dyn_cast<Function>(Callee);
        if (Known ? isHeld(*Known) : !isa<InlineAsm>(Callee))
          return false;
        Called.push_back(numberOf(*Callee, Beside));
        if (Known && !Known->getIntrinsicID()) {
          ++Sum.Calls;
          if (!isRefused(*Known))
            Sum.Called.push_back(Called.back());
        }
      }
      Sum.Instructions = Shape.instructions;
    }
    Numbers.insert(Numbers.end(), {LLVMGetLinkage(wrap(&F)), LLVMGetVisibility(wrap(&F)), int64_t(F.getCallingConv()),
                                   F.isDeclaration(), F.isVarArg(), Has, int64_t(F.getNumUses()), Sum.IsWanted, Shape.blocks,
                                   Shape.instructions, Shape.free + Slots, Shape.switches, Shape.cases, Shape.most_cases,
                                   int64_t(Called.size()), int64_t(Callers.size())});
    Numbers.insert(Numbers.end(), Called.begin(), Called.end());
    Numbers.insert(Numbers.end(), Callers.begin(), Callers.end());
    return true;
  }

  // A call of it keeps the function around it from being copied.
  static bool isHeld(const Function &F) {
    return F.hasFnAttribute(Attribute::ReturnsTwice) || F.getIntrinsicID() == Intrinsic::vastart ||
           F.getIntrinsicID() == Intrinsic::localescape;
  }

  // Adds what a function calls to its own; false in a recursion. What is called comes first, on a stack of its own.
  bool addUp(size_t Root) {
    SmallVector<std::pair<size_t, size_t>, 16> Work = {{Root, 0}};
    if (Found[Root].State == Done)
      return true;
    Found[Root].State = Open;
    while (!Work.empty()) {
      auto &[N, Next] = Work.back();
      Sums &Sum = Found[N];
      if (Next == Sum.Called.size()) {
        Sum.State = Done;
        Work.pop_back();
        continue;
      }
      const auto Callee = size_t(Sum.Called[Next]);
      if (Found[Callee].State == Open)
        return false;
      if (Found[Callee].State == New) {
        Found[Callee].State = Open;
        Work.push_back({Callee, 0});
        continue;
      }
      Sum.Instructions = std::min(Sum.Instructions + Found[Callee].Instructions, Enough);
      Sum.Calls = std::min(Sum.Calls + Found[Callee].Calls, Enough);
      ++Next;
    }
    return true;
  }
};

} // namespace

char *ocx_small_calls(LLVMModuleRef module, const uint8_t *classes, int64_t *bytes) {
  Look Found(*unwrap(module), classes);
  return Found.take() ? Found.block(bytes) : nullptr;
}

void ocx_mark_calls(LLVMModuleRef module, int is_on) {
  for (Function &F : *unwrap(module)) {
    if (isRefused(F))
      continue;
    for (User *U : F.users()) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledOperand() != &F)
        continue;
      if (is_on)
        Call->addFnAttr(Attribute::AlwaysInline);
      else
        Call->removeFnAttr(Attribute::AlwaysInline);
    }
  }
}
