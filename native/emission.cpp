// Code generation that takes back what it made when LLVM gives up in its middle.
//
// LLVM reports what a target can't do as a fatal error, deep inside, and its own C function keeps everything it made in
// the frames that are jumped over: half a megabyte is lost each time. Here it belongs to an object outside of them.

#include "careful_sink.h"
#include "codegen_gate.h"
#include "long_blocks.h"
#include "nesting.h"
#include "ocx.h"
#include "recovery.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <mutex>

using namespace llvm;
using ocx::Outcome;
using ocx::runSafely;

namespace {

constexpr unsigned SharedSpace = 3;

// The passes of code generation and what they write to. To make them takes a quarter of a millisecond, and they are ready
// for another module after each run, so a target machine keeps those of the last.
struct Passes {
  SmallString<0> Text;
  raw_svector_ostream Stream{Text};
  legacy::PassManager Manager; // the last member, the first to go: its passes write to the stream until the end
};

// By target machine and type of file; a machine is used by one thread at a time.
using Kept = DenseMap<std::pair<const TargetMachine *, unsigned>, std::unique_ptr<Passes>>;

std::mutex KeptLock;

Kept &kept() {
  static Kept *Machines = new Kept(); // never freed: libLLVM may be gone when the process ends
  return *Machines;
}

// Does code generation leave nothing of this module behind that it would look at in the next one? The printer keeps which
// shared variables belong to which function, and all that debug information is made of is not looked through here.
bool leavesNothing(const Module &M) {
  if (M.getNamedMetadata("llvm.dbg.cu") || !M.getModuleInlineAsm().empty() || !M.alias_empty() || !M.ifunc_empty())
    return false;
  if (any_of(M.globals(), [](const GlobalVariable &V) { return V.getAddressSpace() == SharedSpace || !V.hasName(); }))
    return false;
  return none_of(M, [](const Function &F) { return F.hasGC() || F.hasPersonalityFn() || !F.hasName(); });
}

struct Emission {
  TargetMachine &Machine;
  const CodeGenFileType FileType;
  const bool IsKept;
  ocx::LongBlockGate ForLongBlocks;
  ocx::CodegenGate ForMarks; // asks the one before it too
  std::unique_ptr<Passes> Used;

  Emission(Module &M, TargetMachine &Machine, CodeGenFileType FileType)
      : Machine(Machine), FileType(FileType), IsKept(leavesNothing(M)), ForLongBlocks(M), ForMarks(M) {
    if (!IsKept)
      return;
    const std::lock_guard<std::mutex> Guard(KeptLock);
    Used = std::move(kept()[{&Machine, unsigned(FileType)}]);
  }

  // False where the target writes no such files.
  bool prepare() {
    if (Used)
      return true;
    Used = std::make_unique<Passes>();
    const ocx::CarefulSinking Added;
    return !Machine.addPassesToEmitFile(Used->Manager, Used->Stream, nullptr, FileType);
  }

  // After a run without any error.
  void keep() {
    if (!IsKept)
      return;
    Used->Text = SmallString<0>();
    const std::lock_guard<std::mutex> Guard(KeptLock);
    kept()[{&Machine, unsigned(FileType)}] = std::move(Used);
  }
};

bool hasErrors(Module &M) {
  const DiagnosticHandler *Handler = M.getContext().getDiagHandlerPtr();
  return Handler && Handler->HasErrors;
}

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
  auto *Running = new Emission(M, Machine, FileType);
  auto Work = [&](Outcome &Result) {
    M.setDataLayout(Machine.createDataLayout());
    if (!Running->prepare())
      return Result.fail(OCX_FAILED, "this target writes no files of this type");
    Running->Used->Manager.run(M);
  };
  auto CleanUp = [&] {
    delete Running;
    Running = nullptr;
    empty(M);
  };
  const int Code = runSafely(ocx::stackFor(M), LLVMGetModuleContext(module), Work, CleanUp);
  if (Code == OCX_OK) {
    const StringRef Text = Running->Used->Text;
    *output = LLVMCreateMemoryBufferWithMemoryRangeCopy(Text.data(), Text.size(), "");
    if (!hasErrors(M))
      Running->keep();
  }
  if (Code < OCX_FATAL)
    delete Running;
  return Code;
}
