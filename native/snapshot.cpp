// Copies a function into flat arrays of ints; ocx.h documents the layout.
//
// One pass numbers the values, a second lays out operands, and the users follow from the operands
// by counting. Opcodes and kinds come from LLVM's C API, so that the numbers are the stable ones
// the plain-ctypes snapshot gives as well.

#include "instruction_count.h"
#include "ocx.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

using namespace llvm;

namespace {

class Numbering {
public:
  explicit Numbering(Function &F) {
    const size_t Own = F.arg_size() + F.size() + ocx::countInstructions(F);
    Ids.reserve(Own + Own / 4); // and constants
    Values.reserve(Own + Own / 4);
    for (Argument &A : F.args())
      add(&A);
    for (BasicBlock &B : F)
      add(&B);
    for (BasicBlock &B : F)
      for (Instruction &I : B)
        add(&I);
  }

  // The id of a value, a new one if this is its first use.
  int32_t idOf(Value *V) {
    auto [Position, IsNew] = Ids.try_emplace(V, static_cast<int32_t>(Values.size()));
    if (IsNew)
      Values.push_back(V);
    return Position->second;
  }

  std::vector<Value *> Values;

private:
  void add(Value *V) {
    Ids.try_emplace(V, static_cast<int32_t>(Values.size()));
    Values.push_back(V);
  }

  DenseMap<Value *, int32_t> Ids;
};

// Hands out consecutive arrays from one block of memory.
class Layout {
public:
  explicit Layout(void *Start) : Next(static_cast<char *>(Start)) {}

  template <typename T> T *take(int64_t Count) {
    T *Array = reinterpret_cast<T *>(Next);
    Next += Count * sizeof(T);
    return Array;
  }

private:
  char *Next;
};

struct Operands {
  std::vector<int32_t> Offsets, Ids, Incoming;
};

Operands collectOperands(Function &F, Numbering &Numbers) {
  Operands Result;
  for (BasicBlock &B : F)
    for (Instruction &I : B) {
      Result.Offsets.push_back(Result.Ids.size());
      auto *Phi = dyn_cast<PHINode>(&I);
      for (unsigned Index = 0; Index < I.getNumOperands(); ++Index) {
        Result.Ids.push_back(Numbers.idOf(I.getOperand(Index)));
        Result.Incoming.push_back(Phi ? Numbers.idOf(Phi->getIncomingBlock(Index)) : -1);
      }
    }
  Result.Offsets.push_back(Result.Ids.size());
  return Result;
}

void fillValues(Layout &Out, const std::vector<Value *> &Values) {
  auto *Pointers = Out.take<int64_t>(Values.size());
  auto *Types = Out.take<int64_t>(Values.size());
  auto *Kinds = Out.take<int32_t>(Values.size());
  for (size_t Id = 0; Id < Values.size(); ++Id) {
    Pointers[Id] = reinterpret_cast<int64_t>(wrap(Values[Id]));
    Types[Id] = reinterpret_cast<int64_t>(wrap(Values[Id]->getType()));
    Kinds[Id] = LLVMGetValueKind(wrap(Values[Id]));
  }
}

void fillInstructions(Layout &Out, Function &F, const ocx_counts &Counts) {
  auto *Opcodes = Out.take<int32_t>(Counts.instructions);
  auto *Parents = Out.take<int32_t>(Counts.instructions);
  auto *BlockStarts = Out.take<int32_t>(Counts.blocks + 1);
  int32_t Number = 0, Block = 0;
  for (BasicBlock &B : F) {
    BlockStarts[Block] = Number;
    for (Instruction &I : B) {
      Opcodes[Number] = LLVMGetInstructionOpcode(wrap(&I));
      Parents[Number++] = Block;
    }
    ++Block;
  }
  BlockStarts[Block] = Number;
}

void fillOperands(Layout &Out, const Operands &Used) {
  for (const auto *Array : {&Used.Offsets, &Used.Ids, &Used.Incoming})
    std::copy(Array->begin(), Array->end(), Out.take<int32_t>(Array->size()));
}

void fillUsers(Layout &Out, const Operands &Used, const ocx_counts &Counts) {
  auto *Offsets = Out.take<int32_t>(Counts.values + 1);
  auto *Users = Out.take<int32_t>(Counts.operands);
  std::fill(Offsets, Offsets + Counts.values + 1, 0);
  for (int32_t Id : Used.Ids)
    ++Offsets[Id + 1];
  for (int64_t Id = 0; Id < Counts.values; ++Id)
    Offsets[Id + 1] += Offsets[Id];
  std::vector<int32_t> Next(Offsets, Offsets + Counts.values);
  const int32_t FirstInstruction = Counts.arguments + Counts.blocks;
  for (int64_t Number = 0; Number < Counts.instructions; ++Number)
    for (int32_t At = Used.Offsets[Number]; At < Used.Offsets[Number + 1]; ++At)
      Users[Next[Used.Ids[At]]++] = FirstInstruction + Number;
}

int64_t bytesOf(const ocx_counts &Counts) {
  const int64_t Wide = 2 * Counts.values;
  const int64_t Narrow = 2 * Counts.values + 1       // kinds, user_offsets
                         + 3 * Counts.instructions + 1 // opcodes, parents, operand_offsets
                         + Counts.blocks + 1         // block_starts
                         + 3 * Counts.operands;      // operands, incoming, users
  return Wide * sizeof(int64_t) + Narrow * sizeof(int32_t);
}

void *takeSnapshot(Function &F, ocx_counts &Counts) {
  Numbering Numbers(F);
  Counts.arguments = F.arg_size();
  Counts.blocks = F.size();
  Counts.instructions = Numbers.Values.size() - Counts.arguments - Counts.blocks;
  const Operands Used = collectOperands(F, Numbers);
  Counts.values = Numbers.Values.size();
  Counts.operands = Used.Ids.size();
  Counts.bytes = bytesOf(Counts);

  void *Block = std::malloc(Counts.bytes);
  if (!Block)
    return nullptr;
  Layout Out(Block);
  fillValues(Out, Numbers.Values);
  fillInstructions(Out, F, Counts);
  fillOperands(Out, Used);
  fillUsers(Out, Used, Counts);
  return Block;
}

} // namespace

void *ocx_snapshot(LLVMValueRef function, ocx_counts *counts) {
  try {
    return takeSnapshot(*unwrap<Function>(function), *counts);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void ocx_free(void *block) { std::free(block); }
