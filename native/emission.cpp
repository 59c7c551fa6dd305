// Code generation that takes back what it made when LLVM gives up in its middle.
//
// LLVM reports what a target can't do as a fatal error, deep inside, and its own C function keeps everything it made in
// the frames that are jumped over: half a megabyte is lost each time. Here it belongs to an object outside of them.

#include "codegen_gate.h"
#include "long_blocks.h"
#include "ocx.h"
#include "recovery.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using ocx::Outcome;
using ocx::runSafely;
using ocx::Stack;

namespace {

struct Emission {
  ocx::LongBlockGate ForLongBlocks;
  ocx::CodegenGate ForMarks; // asks the one before it too
  SmallString<0> Text;
  raw_svector_ostream Stream{Text};
  legacy::PassManager Passes; // the last member, the first to go: its passes write to the stream until the end

  explicit Emission(Module &M) : ForLongBlocks(M), ForMarks(M) {}
};

// Everything that value handles can point to, in the order of Module's own destructor.
void empty(Module &M) {
  M.dropAllReferences();
  while (!M.global_empty())
    M.global_begin()->eraseFromParent();
  while (!M.empty())
    M.begin()->eraseFromParent();
  while (!M.alias_empty())
    M.alias_begin()->eraseFromParent();
  while (!M.ifunc_empty())
    M.ifunc_begin()->eraseFromParent();
}

} // namespace

int ocx_safe_emit(LLVMTargetMachineRef machine, LLVMModuleRef module, LLVMCodeGenFileType type,
                  LLVMMemoryBufferRef *output) {
  *output = nullptr;
  auto &Machine = *reinterpret_cast<TargetMachine *>(machine);
  Module &M = *unwrap(module);
  const auto FileType = type == LLVMAssemblyFile ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile;
  auto *Running = new Emission(M);
  auto Work = [&](Outcome &Result) {
    M.setDataLayout(Machine.createDataLayout());
    if (Machine.addPassesToEmitFile(Running->Passes, Running->Stream, nullptr, FileType))
      return Result.fail(OCX_FAILED, "this target writes no files of this type");
    Running->Passes.run(M);
  };
  auto CleanUp = [&] {
    delete Running;
    Running = nullptr;
    empty(M);
  };
  const int Code = runSafely(Stack::Large, LLVMGetModuleContext(module), Work, CleanUp);
  if (Code == OCX_OK)
    *output = LLVMCreateMemoryBufferWithMemoryRangeCopy(Running->Text.data(), Running->Text.size(), "");
  if (Code < OCX_FATAL)
    delete Running;
  return Code;
}
