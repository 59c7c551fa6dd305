// The instructions of functions counted by classes that the caller gives, and those that it wants to see one by one.
//
// For questions about many functions that need few instructions of each: a snapshot would copy them all.

#include "shape.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <cstdlib>
#include <cstring>

using namespace llvm;

namespace {

bool isFree(const Instruction &I, uint8_t Class) {
  if (Class == OCX_SHAPE_BRANCH)
    return I.getNumOperands() == 1;
  if (Class == OCX_SHAPE_ADDRESS)
    return all_of(drop_begin(I.operand_values()), [](const Value *V) { return isa<ConstantInt>(V); });
  return Class == OCX_SHAPE_FREE;
}

} // namespace

void ocx::countShape(Function &F, const uint8_t *Classes, ocx_shape &Shape, std::vector<int64_t> &Rows) {
  const size_t Before = Rows.size();
  Shape = {};
  Shape.blocks = F.size();
  for (Instruction &I : instructions(F)) {
    ++Shape.instructions;
    const uint8_t Class = Classes[LLVMGetInstructionOpcode(wrap(&I))];
    Shape.free += isFree(I, Class);
    if (Class == OCX_SHAPE_SWITCH) {
      const int64_t Cases = cast<SwitchInst>(I).getNumCases();
      ++Shape.switches;
      Shape.cases += Cases;
      Shape.most_cases = std::max(Shape.most_cases, Cases);
    } else if (Class == OCX_SHAPE_SHOWN) {
      Value *Last = I.getNumOperands() ? I.getOperand(I.getNumOperands() - 1) : nullptr;
      Rows.push_back(reinterpret_cast<int64_t>(wrap(&I)));
      Rows.push_back(reinterpret_cast<int64_t>(wrap(Last)));
      Rows.push_back(LLVMGetInstructionOpcode(wrap(&I)));
      Rows.push_back(Last ? LLVMGetValueKind(wrap(Last)) : -1);
    }
  }
  Shape.rows = (Rows.size() - Before) / 4;
}

int64_t *ocx_function_shapes(const LLVMValueRef *functions, int64_t count, const uint8_t *classes, ocx_shape *shapes) {
  std::vector<int64_t> Rows;
  for (int64_t Number = 0; Number < count; ++Number)
    ocx::countShape(*unwrap<Function>(functions[Number]), classes, shapes[Number], Rows);
  auto *Block = static_cast<int64_t *>(std::malloc(Rows.size() * sizeof(int64_t) + 1));
  if (Block && !Rows.empty())
    std::memcpy(Block, Rows.data(), Rows.size() * sizeof(int64_t));
  return Block;
}
