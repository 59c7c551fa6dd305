// Which of code generation's own passes a function does without.
#ifndef OCX_CODEGEN_GATE_H
#define OCX_CODEGEN_GATE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/OptBisect.h"
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ocx {

// The function attribute that names them, separated by commas, as LLVM does: `machine-cse`, `loop-reduce`;
// `marked-loop-reduce` is for the loops whose id has the property LOOP_MARK.
inline constexpr llvm::StringLiteral SKIPPED_ATTRIBUTE = "opencicc-skips";
inline constexpr llvm::StringLiteral LOOP_MARK = "opencicc.loop.reduce.disable";

// Whether the attribute names a pass.
bool isLeftOut(const llvm::Function &F, llvm::StringRef Pass);

// Installs itself in the module's context while it lives, if any function asks for it, in front of the gate that is there.
class CodegenGate : public llvm::OptPassGate {
  llvm::Module &M;
  llvm::OptPassGate *Before = nullptr;
  mutable llvm::Function *Reduced = nullptr; // the last function whose loops are done
  mutable bool IsQueueMade = false;
  mutable std::vector<bool> Queue; // which loops of the current function are marked, in the order of the passes, backwards

public:
  explicit CodegenGate(llvm::Module &M);
  ~CodegenGate() override;
  CodegenGate(const CodegenGate &) = delete;
  CodegenGate &operator=(const CodegenGate &) = delete;

  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef Pass, llvm::StringRef Description) const override;

private:
  bool mayRun(llvm::StringRef Pass, llvm::StringRef Description) const;
  llvm::Function *current() const;
  bool mayReduceLoop() const;
};

} // namespace ocx
#endif
