// Running a piece of LLVM so that its death is an answer: see recovery.cpp.
#ifndef OCX_RECOVERY_H
#define OCX_RECOVERY_H

#include "llvm-c/Types.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace ocx {

// How a recovered piece of work ended: an OCX_* code and what there is to say.
struct Outcome {
  int Code = 0;
  std::string Message;

  void fail(int FailureCode, std::string Text) {
    Code = FailureCode;
    Message = std::move(Text);
  }
};

enum class Stack { Large, CallersIfRoomy };

// Runs `Work`, which reports orderly failures through the outcome it is given, and returns the
// code. `Context` gets a diagnostic handler for that time if it has none; it may be null.
// `CleanUp` is for fatal errors (not for signals): it takes back all that the work has left, so that
// the module and its context may be freed. Then the error counts as an orderly failure.
int runSafely(Stack Where, LLVMContextRef Context, llvm::function_ref<void(Outcome &)> Work,
              llvm::function_ref<void()> CleanUp = nullptr);

} // namespace ocx
#endif
