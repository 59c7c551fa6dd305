// Reads `llvm.loop` metadata, so that Python need not walk it operand by operand for every loop.

#include "loop_marks.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace {

constexpr uint64_t MaxCount = 1u << 31;

int64_t markOf(StringRef Name) {
  if (Name.starts_with("llvm.loop.unroll."))
    return OCX_LOOP_ASKED | StringSwitch<int64_t>(Name.drop_front(strlen("llvm.loop.unroll.")))
                                .Case("disable", OCX_LOOP_DISABLED | OCX_LOOP_OFF)
                                .Case("full", OCX_LOOP_FULL)
                                .Case("enable", OCX_LOOP_ENABLED)
                                .Case("runtime.disable", OCX_LOOP_NO_RUNTIME)
                                .Default(0);
  if (Name.starts_with("llvm.loop.unroll_and_jam."))
    return Name.ends_with(".disable") ? OCX_LOOP_NOT_JAMMED : OCX_LOOP_JAMMED;
  return StringSwitch<int64_t>(Name)
      .Case("llvm.loop.disable_nonforced", OCX_LOOP_DISABLED)
      .Case("opencicc.unrolled", OCX_LOOP_DONE)
      .Case("opencicc.unrolled.open", OCX_LOOP_OPEN)
      .Default(0);
}

// The number of a property, 0 when it has none.
uint64_t numberOf(const MDNode &Property) {
  const auto *Number = Property.getNumOperands() > 1
                           ? mdconst::dyn_extract_or_null<ConstantInt>(Property.getOperand(1))
                           : nullptr;
  return Number && Number->getBitWidth() <= 64 ? Number->getZExtValue() : 0;
}

} // namespace

void ocx::readMarks(const Loop &L, ocx_loop &Result) {
  Result.number = -1;
  const BasicBlock *Latch = L.getLoopLatch();
  const MDNode *Id = Latch ? Latch->getTerminator()->getMetadata(LLVMContext::MD_loop) : nullptr;
  if (Id)
    readMarks(*Id, Result);
}

void ocx::readMarks(const MDNode &Id, ocx_loop &Result) {
  Result.number = -1;
  bool HasCount = false;
  for (unsigned Index = 1; Index < Id.getNumOperands(); ++Index) { // the first operand is the node itself
    const auto *Property = dyn_cast_or_null<MDNode>(Id.getOperand(Index));
    if (!Property || Property->getNumOperands() == 0)
      continue;
    const auto *Name = dyn_cast_or_null<MDString>(Property->getOperand(0));
    if (!Name)
      continue;
    Result.marks |= markOf(Name->getString());
    if (Name->getString() == "llvm.loop.unroll.count" && !HasCount) {
      const uint64_t Count = numberOf(*Property);
      Result.unroll_count = Count < MaxCount ? Count : 0;
      HasCount = true;
    } else if (Name->getString() == "llvm.loop.peeled.count") {
      const uint64_t Count = numberOf(*Property);
      Result.peeled_count = Count < MaxCount ? Count : 0;
    } else if (Name->getString() == "opencicc.loop" && Result.number < 0) {
      Result.number = numberOf(*Property);
    }
  }
}
