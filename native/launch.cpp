// Trip counts at launch: threadIdx and blockDim put into the expression that counts a loop's trips.
//
// A loop over a block's elements, `for (i = threadIdx.x; i < n; i += blockDim.x)`, has no constant trip count, but
// launch bounds tell how many trips to expect. Good for estimates only: a launch may be smaller.

#include "launch.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <array>

using namespace llvm;

namespace {

// The width of a block where no launch bound says it; other dimensions are one then.
constexpr unsigned UsualBlockWidth = 256;
// A thread that never comes to the loop may count an absurd number of trips.
constexpr uint64_t MaxTrips = 1u << 30;

using Dimensions = std::array<unsigned, 3>;

Dimensions blockDimensions(const Function &Kernel) {
  for (const char *Name : {"nvvm.reqntid", "nvvm.maxntid"}) {
    StringRef Rest = Kernel.getFnAttribute(Name).getValueAsString();
    if (Rest.empty())
      continue;
    Dimensions Found = {1, 1, 1};
    for (unsigned &Size : Found) {
      const auto [Word, After] = Rest.split(',');
      if (Word.trim().getAsInteger(10, Size) || Size == 0)
        Size = 1;
      Rest = After;
    }
    return Found;
  }
  return {UsualBlockWidth, 1, 1};
}

// Puts one thread's registers into an expression.
class LaunchRewriter : public SCEVRewriteVisitor<LaunchRewriter> {
  const Dimensions &Block;
  bool IsLastThread;

public:
  LaunchRewriter(ScalarEvolution &Trips, const Dimensions &Block, bool IsLastThread)
      : SCEVRewriteVisitor(Trips), Block(Block), IsLastThread(IsLastThread) {}

  const SCEV *visitUnknown(const SCEVUnknown *Expression) {
    const auto *Call = dyn_cast<IntrinsicInst>(Expression->getValue());
    if (!Call)
      return Expression;
    switch (Call->getIntrinsicID()) {
    case Intrinsic::nvvm_read_ptx_sreg_tid_x:
      return thread(Expression, 0);
    case Intrinsic::nvvm_read_ptx_sreg_tid_y:
      return thread(Expression, 1);
    case Intrinsic::nvvm_read_ptx_sreg_tid_z:
      return thread(Expression, 2);
    case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
      return constant(Expression, Block[0]);
    case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
      return constant(Expression, Block[1]);
    case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
      return constant(Expression, Block[2]);
    default:
      return Expression;
    }
  }

private:
  const SCEV *thread(const SCEVUnknown *Register, unsigned Dimension) {
    return constant(Register, IsLastThread ? Block[Dimension] - 1 : 0);
  }

  const SCEV *constant(const SCEVUnknown *Register, unsigned Number) {
    return SE.getConstant(Register->getType(), Number);
  }
};

int64_t tripsOfThread(const SCEV *Count, ScalarEvolution &Trips, const Dimensions &Block, bool IsLastThread) {
  const auto *Found = dyn_cast<SCEVConstant>(LaunchRewriter(Trips, Block, IsLastThread).visit(Count));
  if (!Found || Found->getAPInt().uge(MaxTrips))
    return -1;
  return Found->getAPInt().getZExtValue() + 1;
}

} // namespace

int64_t ocx::launchTrips(const SCEV *Count, ScalarEvolution &Trips, const Function &Kernel) {
  if (Kernel.getCallingConv() != CallingConv::PTX_Kernel)
    return -1;
  const Dimensions Block = blockDimensions(Kernel);
  const int64_t First = tripsOfThread(Count, Trips, Block, false);
  const int64_t Last = First < 0 ? -1 : tripsOfThread(Count, Trips, Block, true);
  return Last < 0 ? -1 : (First + Last) / 2;
}
