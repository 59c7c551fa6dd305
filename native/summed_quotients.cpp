// The first look of sum-indices, which is all of its search: integer expressions as sums of products, in which a remainder may be
// written as dividend - divisor * quotient. The same as src/opencicc/passes/addresses/ (sums.py, shorten.py) says in Python, which
// then makes what was found here; numbers are kept modulo 2^64, as wide as the widest sum.

#include "first_looks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

using namespace llvm;

namespace {

using Product = std::vector<unsigned>; // sorted numbers of atoms
using Sum = std::map<Product, uint64_t>;
using Values = std::vector<const Value *>;
// A value, or a quotient: its operation, its first dividend, and the divisors' constant and variable factors; how it is widened.
using Key = std::tuple<unsigned, const Value *, uint64_t, Values, unsigned>;

constexpr unsigned Deepest = 24, MostRemainders = 6, AddressBits = 64;
constexpr size_t MostTerms = 8;
constexpr unsigned Plain = 0, Signed = Instruction::SExt, Unsigned = Instruction::ZExt;

bool isQuotient(unsigned Opcode) { return Opcode == Instruction::SDiv || Opcode == Instruction::UDiv; }
bool isRemainder(unsigned Opcode) { return Opcode == Instruction::SRem || Opcode == Instruction::URem; }
unsigned divisionOf(unsigned Remainder) { return Remainder == Instruction::SRem ? Instruction::SDiv : Instruction::UDiv; }
unsigned readAs(unsigned Quotient) { return Quotient == Instruction::SDiv ? Signed : Unsigned; }

unsigned opcodeOf(const Value *V) {
  const auto *I = dyn_cast<Instruction>(V);
  return I ? I->getOpcode() : 0;
}

std::optional<uint64_t> numberOf(const Value *V, bool IsSigned = false) {
  const auto *Number = dyn_cast<ConstantInt>(V);
  if (!Number || Number->getBitWidth() > 64)
    return std::nullopt;
  return IsSigned ? uint64_t(Number->getSExtValue()) : Number->getZExtValue();
}

Sum added(Sum Left, const Sum &Right, uint64_t Sign = 1) {
  for (const auto &[Atoms, Factor] : Right)
    Left[Atoms] += Sign * Factor;
  return Left;
}

Sum multiplied(const Sum &Left, const Sum &Right) {
  Sum Result;
  for (const auto &[Atoms, Factor] : Left)
    for (const auto &[Others, More] : Right) {
      Product Both;
      std::merge(Atoms.begin(), Atoms.end(), Others.begin(), Others.end(), std::back_inserter(Both));
      Result[Both] += Factor * More;
    }
  return Result;
}

Sum wrapped(Sum Given, unsigned Width) {
  for (auto At = Given.begin(); At != Given.end();)
    At = At->second << (64 - Width) ? std::next(At) : Given.erase(At);
  return Given;
}

// May an operation be taken apart where its result is widened like this?
bool keepsNumbers(const Instruction &I, unsigned Extension) {
  if (const auto *Or = dyn_cast<PossiblyDisjointInst>(&I))
    return Or->isDisjoint();
  if (I.getOpcode() == Instruction::Shl) {
    const auto Amount = numberOf(I.getOperand(1));
    if (!Amount || *Amount + 1 >= I.getType()->getIntegerBitWidth())
      return false;
  }
  if (Extension == Plain)
    return true;
  return Extension == Signed ? I.hasNoSignedWrap() : I.hasNoUnsignedWrap();
}

void addFactors(const Value *Divisor, unsigned Opcode, uint64_t &Constant, Values &Variable) {
  if (const auto Number = numberOf(Divisor, Opcode == Instruction::SDiv)) {
    Constant *= *Number;
    return;
  }
  const unsigned Kind = opcodeOf(Divisor);
  if ((Kind == Instruction::Mul || Kind == Instruction::Shl) &&
      keepsNumbers(*cast<Instruction>(Divisor), readAs(Opcode))) {
    const auto *I = cast<Instruction>(Divisor);
    addFactors(I->getOperand(0), Opcode, Constant, Variable);
    if (Kind == Instruction::Shl)
      Constant <<= *numberOf(I->getOperand(1));
    else
      addFactors(I->getOperand(1), Opcode, Constant, Variable);
    return;
  }
  Variable.push_back(Divisor);
}

// The same for quotients that are equal.
Key quotient(unsigned Opcode, const Value *Dividend, const Value *Divisor, unsigned Extension) {
  uint64_t Constant = 1;
  Values Variable;
  addFactors(Divisor, Opcode, Constant, Variable);
  while (opcodeOf(Dividend) == Opcode) {
    const auto *Inner = cast<Instruction>(Dividend);
    addFactors(Inner->getOperand(1), Opcode, Constant, Variable);
    Dividend = Inner->getOperand(0);
  }
  llvm::sort(Variable);
  return {Opcode, Dividend, Constant, std::move(Variable), Extension};
}

// The sums of one root.
class Sums {
  struct Remainder {
    unsigned Atom;
    const Instruction *I;
    unsigned Extension;
  };
  std::map<Key, unsigned> Numbers;
  std::vector<Remainder> Remainders;

public:
  Sum of(const Value *V, unsigned Extension = Plain, unsigned Depth = 0) {
    if (const auto Number = numberOf(V, Extension != Unsigned))
      return {{{}, *Number}};
    const auto *I = dyn_cast<Instruction>(V);
    std::optional<Sum> Found = I && Depth < Deepest ? apart(*I, Extension, Depth + 1) : std::nullopt;
    if (!Found || Found->size() > MostTerms)
      return {{{atom({0, V, 0, {}, Extension})}, 1}};
    return *std::move(Found);
  }

  // Is there a sum of fewer products, with some of its remainders written by their quotients?
  bool hasShorter(const Sum &Given, unsigned Width) {
    const Sum First = wrapped(Given, Width);
    Sum Best = First;
    const std::vector<Remainder> Waiting = remaindersIn(First);
    if (Waiting.size() > MostRemainders)
      return false;
    std::optional<Sum> Whole = First;
    for (const Remainder &One : Waiting) {
      if (const auto Other = without(Best, One))
        takeShorter(Best, *Other, Width);
      Whole = Whole ? without(*Whole, One) : std::nullopt;
    }
    if (Whole)
      takeShorter(Best, *Whole, Width);
    return Best.size() < Given.size();
  }

private:
  static void takeShorter(Sum &Best, const Sum &Other, unsigned Width) {
    Sum Shorter = wrapped(Other, Width);
    if (Shorter.size() < Best.size())
      Best = std::move(Shorter);
  }

  std::vector<Remainder> remaindersIn(const Sum &Given) const {
    std::vector<Remainder> Found;
    for (const Remainder &One : Remainders)
      if (any_of(Given, [&](const auto &Term) { return is_contained(Term.first, One.Atom); }))
        Found.push_back(One);
    return Found;
  }

  unsigned atom(const Key &What) { return Numbers.try_emplace(What, Numbers.size()).first->second; }

  std::optional<Sum> apart(const Instruction &I, unsigned Extension, unsigned Depth) {
    const unsigned Opcode = I.getOpcode();
    switch (Opcode) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::Shl:
    case Instruction::Or:
      return keepsNumbers(I, Extension) ? operation(I, Extension, Depth) : std::nullopt;
    case Instruction::SExt:
    case Instruction::ZExt:
      return widened(I, Extension, Depth);
    default:
      break;
    }
    if (isQuotient(Opcode) && (Extension == Plain || Extension == readAs(Opcode)))
      return Sum{{{atom(quotient(Opcode, I.getOperand(0), I.getOperand(1), Extension))}, 1}};
    if (isRemainder(Opcode) && (Extension == Plain || Extension == readAs(divisionOf(Opcode)))) {
      const unsigned Atom = atom({0, &I, 0, {}, Extension});
      if (none_of(Remainders, [&](const Remainder &Other) { return Other.Atom == Atom; }))
        Remainders.push_back({Atom, &I, Extension});
      return Sum{{{Atom}, 1}};
    }
    return std::nullopt;
  }

  std::optional<Sum> operation(const Instruction &I, unsigned Extension, unsigned Depth) {
    Sum Left = of(I.getOperand(0), Extension, Depth);
    if (I.getOpcode() == Instruction::Shl) {
      for (auto &Term : Left)
        Term.second <<= *numberOf(I.getOperand(1));
      return Left;
    }
    const Sum Right = of(I.getOperand(1), Extension, Depth);
    if (I.getOpcode() != Instruction::Mul)
      return added(std::move(Left), Right, I.getOpcode() == Instruction::Sub ? -1 : 1);
    return std::min(Left.size(), Right.size()) <= 1 ? std::optional(multiplied(Left, Right)) : std::nullopt;
  }

  std::optional<Sum> widened(const Instruction &I, unsigned Extension, unsigned Depth) {
    if (isa<SExtInst>(I) && Extension == Unsigned)
      return std::nullopt;
    const Value *Inner = I.getOperand(0);
    const unsigned Kind = opcodeOf(Inner);
    const bool IsEither =
        isa<ZExtInst>(I) && I.hasNonNeg() && Kind != Instruction::UDiv && Kind != Instruction::URem;
    return of(Inner, IsEither ? Signed : I.getOpcode(), Depth);
  }

  // The same sum with a remainder written by its quotient; nothing where no such quotient was computed.
  std::optional<Sum> without(const Sum &Given, const Remainder &Gone) {
    const Value *Dividend = Gone.I->getOperand(0), *Divisor = Gone.I->getOperand(1);
    const Sum First = of(Dividend, Gone.Extension), Second = of(Divisor, Gone.Extension);
    const auto Atom = Numbers.find(quotient(divisionOf(Gone.I->getOpcode()), Dividend, Divisor, Gone.Extension));
    if (Atom == Numbers.end())
      return std::nullopt;
    const Sum Other = added(First, multiplied(Second, {{{Atom->second}, 1}}), -1);
    Sum Result;
    for (const auto &[Atoms, Factor] : Given) {
      Product Others;
      copy_if(Atoms, std::back_inserter(Others), [&](unsigned Each) { return Each != Gone.Atom; });
      Sum Power = {{Others, Factor}};
      for (size_t Count = Others.size(); Count < Atoms.size(); ++Count)
        Power = multiplied(Power, Other);
      Result = added(std::move(Result), Power);
    }
    return Result;
  }
};

bool isShorterSum(const Instruction &Root) {
  const auto *Kind = dyn_cast<IntegerType>(Root.getType());
  if (!Kind || Kind->getBitWidth() > AddressBits)
    return false;
  Sums Known;
  const Sum Whole = Known.of(&Root);
  return Known.hasShorter(Whole, Kind->getBitWidth());
}

bool isShorterAddress(const GetElementPtrInst &Root, const DataLayout &Layout) {
  if (!Root.getType()->isPointerTy())
    return false;
  Sums Known;
  Sum Total;
  const auto Add = [&](const Sum &Index, uint64_t Size) { Total = added(std::move(Total), multiplied(Index, {{{}, Size}})); };
  for (const auto *Step = &Root; Step && (Step == &Root || Step->hasOneUse());
       Step = dyn_cast<GetElementPtrInst>(Step->getPointerOperand())) {
    for (const Value *Index : Step->indices())
      if (Index->getType()->isIntegerTy() && Index->getType()->getIntegerBitWidth() > AddressBits)
        return false;
    for (auto At = gep_type_begin(Step), End = gep_type_end(Step); At != End; ++At) {
      const Value *Index = At.getOperand();
      if (StructType *Struct = At.getStructTypeOrNull()) {
        const unsigned Field = cast<Constant>(Index)->getUniqueInteger().getZExtValue();
        Add({{{}, Layout.getStructLayout(Struct)->getElementOffset(Field)}}, 1);
        continue;
      }
      const TypeSize Size = Layout.getTypeAllocSize(At.getIndexedType());
      if (Size.isScalable())
        return true; // the pass says what it thinks of it
      if (const auto Number = numberOf(Index, true))
        Add({{{}, *Number}}, Size.getFixedValue());
      else
        Add(Known.of(Index, Index->getType()->isIntegerTy(AddressBits) ? Plain : Signed), Size.getFixedValue());
    }
  }
  return Known.hasShorter(Total, AddressBits);
}

// Sums and addresses into which a quotient or a remainder goes in two places.
SmallVector<const Instruction *, 8> rootsOf(const Function &F) {
  SmallVector<const Instruction *, 8> Roots;
  SmallPtrSet<const Value *, 16> Reached; // made from a quotient or a remainder
  for (const Instruction &I : instructions(F)) {
    switch (I.getOpcode()) {
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      Reached.insert(&I);
      break;
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::Shl:
    case Instruction::Or:
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::GetElementPtr: {
      if (Reached.empty())
        break;
      const auto Count = count_if(I.operands(), [&](const Value *Operand) { return Reached.contains(Operand); });
      if (Count > 1 && (I.getOpcode() == Instruction::Add || I.getOpcode() == Instruction::GetElementPtr))
        Roots.push_back(&I);
      if (Count)
        Reached.insert(&I);
      break;
    }
    default:
      break;
    }
  }
  return Roots;
}

} // namespace

bool ocx::hasSummedQuotients(const Function &F) {
  const DataLayout &Layout = F.getParent()->getDataLayout();
  return any_of(rootsOf(F), [&](const Instruction *Root) {
    const auto *Address = dyn_cast<GetElementPtrInst>(Root);
    return Address ? isShorterAddress(*Address, Layout) : isShorterSum(*Root);
  });
}
