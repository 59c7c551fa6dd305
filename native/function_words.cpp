#include "function_words.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

uint64_t word(const void *Address) { return reinterpret_cast<uintptr_t>(Address); }

class Words {
  std::vector<uint64_t> List;
  SmallVector<std::pair<unsigned, MDNode *>, 4> Metadata;

public:
  void add(const Instruction &I) {
    List.insert(List.end(), {word(&I), word(I.getType()), I.getOpcode(), I.getRawSubclassOptionalData()});
    for (const Value *Operand : I.operands())
      List.push_back(word(Operand));
    if (I.hasMetadata())
      addMetadata(I);
    addFields(I);
  }

  void add(const BasicBlock &Block) { List.push_back(word(&Block)); }

  std::vector<uint64_t> take() { return std::move(List); }

private:
  void addMetadata(const Instruction &I) {
    Metadata.clear();
    I.getAllMetadata(Metadata);
    for (const auto &[Kind, Node] : Metadata)
      List.insert(List.end(), {Kind, word(Node)});
  }

  // What an instruction has beside its operands.
  void addFields(const Instruction &I) {
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      List.insert(List.end(), {Load->getAlign().value(), uint64_t(Load->getOrdering()), Load->isVolatile()});
    else if (const auto *Store = dyn_cast<StoreInst>(&I))
      List.insert(List.end(), {Store->getAlign().value(), uint64_t(Store->getOrdering()), Store->isVolatile()});
    else if (const auto *Slot = dyn_cast<AllocaInst>(&I))
      List.insert(List.end(), {Slot->getAlign().value(), word(Slot->getAllocatedType())});
    else if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
      List.push_back(word(Address->getSourceElementType()));
    else if (const auto *Compare = dyn_cast<CmpInst>(&I))
      List.push_back(Compare->getPredicate());
    else if (const auto *Call = dyn_cast<CallBase>(&I))
      addCall(*Call);
    else if (const auto *Phi = dyn_cast<PHINode>(&I))
      for (const BasicBlock *From : Phi->blocks())
        List.push_back(word(From));
  }

  void addCall(const CallBase &Call) {
    const auto *Plain = dyn_cast<CallInst>(&Call);
    List.insert(List.end(), {word(Call.getAttributes().getRawPointer()), Plain ? Plain->getTailCallKind() : uint64_t(0)});
  }
};

} // namespace

std::vector<uint64_t> ocx::wordsOf(const Function &F) {
  Words All;
  for (const BasicBlock &Block : F) {
    All.add(Block);
    for (const Instruction &I : Block)
      All.add(I);
  }
  return All.take();
}
