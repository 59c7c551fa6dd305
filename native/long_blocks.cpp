#include "long_blocks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace {

// The benchmark kernels' longest block but for hash rounds has 900 instructions; with 6,500 both take 83 % of the time.
constexpr size_t LongBlock = 2000;

bool hasLongBlock(const Function &F) {
  return any_of(F, [](const BasicBlock &Block) { return Block.size() > LongBlock; });
}

} // namespace

ocx::LongBlockGate::LongBlockGate(Module &M) : Context(M.getContext()), Before(Context.getOptPassGate()) {
  for (const Function &F : M)
    if (hasLongBlock(F))
      Long.insert(("function (" + F.getName() + ")").str());
  IsSet = !Long.empty();
  if (IsSet)
    Context.setOptPassGate(*this);
}

ocx::LongBlockGate::~LongBlockGate() {
  if (IsSet)
    Context.setOptPassGate(Before);
}

bool ocx::LongBlockGate::shouldRunPass(StringRef Pass, StringRef Description) const {
  if ((Pass == "slsr" || Pass == "nary-reassociate") && Long.contains(Description))
    return false;
  return !Before.isEnabled() || Before.shouldRunPass(Pass, Description);
}
