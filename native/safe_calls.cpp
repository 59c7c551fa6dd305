// The pieces of LLVM that opencicc runs under crash recovery, one function each.

#include "nesting.h"
#include "ocx.h"
#include "recovery.h"

#include "llvm-c/Analysis.h"
#include "llvm-c/Core.h"
#include "llvm-c/Error.h"
#include "llvm-c/IRReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include <memory>

using namespace llvm;
using ocx::Outcome;
using ocx::runSafely;
using ocx::Stack;

namespace {

// Notes an orderly failure with LLVM's message, which is freed. Diagnostics collected meanwhile
// say more than the message of the call that gave up because of them, so they stay first.
void noteFailure(Outcome &Result, char *Message, void (*Free)(char *) = LLVMDisposeMessage) {
  std::string Text = Result.Message;
  if (Message && *Message) {
    Text += Text.empty() ? "" : "\n";
    Text += Message;
  }
  Result.fail(OCX_FAILED, std::move(Text));
  if (Message)
    Free(Message);
}

} // namespace

int ocx_safe_parse(LLVMContextRef context, LLVMMemoryBufferRef buffer, LLVMModuleRef *module) {
  *module = nullptr;
  const int Code = runSafely(ocx::stackFor(buffer), context, [&](Outcome &Result) {
    char *Message = nullptr;
    if (LLVMParseIRInContext2(context, buffer, module, &Message))
      noteFailure(Result, Message);
  });
  if (Code == OCX_FAILED && *module) {
    LLVMDisposeModule(*module);
    *module = nullptr;
  }
  return Code;
}

int ocx_safe_verify(LLVMModuleRef module) {
  return runSafely(Stack::CallersIfRoomy, LLVMGetModuleContext(module), [&](Outcome &Result) {
    char *Message = nullptr;
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, &Message))
      noteFailure(Result, Message);
    else
      LLVMDisposeMessage(Message);
  });
}

int ocx_safe_run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine,
                        LLVMPassBuilderOptionsRef options) {
  return runSafely(Stack::CallersIfRoomy, LLVMGetModuleContext(module), [&](Outcome &Result) {
    if (LLVMErrorRef Error = LLVMRunPasses(module, passes, machine, options))
      noteFailure(Result, LLVMGetErrorMessage(Error), LLVMDisposeErrorMessage);
  });
}

int ocx_safe_create_machine(LLVMTargetRef target, const char *triple, const char *cpu, const char *features,
                            LLVMCodeGenOptLevel level, LLVMTargetMachineRef *machine) {
  *machine = nullptr;
  return runSafely(Stack::CallersIfRoomy, nullptr, [&](Outcome &Result) {
    *machine = LLVMCreateTargetMachine(target, triple, cpu, features, level, LLVMRelocDefault, LLVMCodeModelDefault);
    if (!*machine)
      Result.fail(OCX_FAILED, "no target machine for this triple");
  });
}

int ocx_safe_link(LLVMModuleRef destination, LLVMModuleRef source, unsigned flags) {
  return runSafely(ocx::stackFor(*unwrap(source)), LLVMGetModuleContext(destination), [&](Outcome &Result) {
    if (Linker::linkModules(*unwrap(destination), std::unique_ptr<Module>(unwrap(source)), flags))
      noteFailure(Result, nullptr);
  });
}

int ocx_safe_print(LLVMModuleRef module, char **text) {
  *text = nullptr;
  return runSafely(Stack::Large, LLVMGetModuleContext(module),
                   [&](Outcome &) { *text = LLVMPrintModuleToString(module); });
}

int ocx_safe_call(void (*function)(void *), void *argument) {
  return runSafely(Stack::Large, nullptr, [&](Outcome &) { function(argument); });
}

int ocx_safe_invoke(LLVMContextRef context, void *function, const uintptr_t *a, int count, int is_deep,
                    uintptr_t *result) {
  using Word = uintptr_t;
  return runSafely(is_deep ? Stack::Large : Stack::CallersIfRoomy, context, [&](Outcome &Result) {
    switch (count) {
    case 1:
      *result = reinterpret_cast<Word (*)(Word)>(function)(a[0]);
      break;
    case 2:
      *result = reinterpret_cast<Word (*)(Word, Word)>(function)(a[0], a[1]);
      break;
    case 3:
      *result = reinterpret_cast<Word (*)(Word, Word, Word)>(function)(a[0], a[1], a[2]);
      break;
    case 4:
      *result = reinterpret_cast<Word (*)(Word, Word, Word, Word)>(function)(a[0], a[1], a[2], a[3]);
      break;
    case 5:
      *result = reinterpret_cast<Word (*)(Word, Word, Word, Word, Word)>(function)(a[0], a[1], a[2], a[3], a[4]);
      break;
    default:
      Result.fail(OCX_FAILED, "a call with this number of arguments is not provided for");
    }
  });
}
