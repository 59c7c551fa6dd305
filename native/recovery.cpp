// Turns fatal errors, crashes and stack overflows of libLLVM into return codes.
//
// LLVM's CrashRecoveryContext does the jump out of the crash. Around it:
// - Nested input makes LLVM recurse deeply. Work that meets such input (nesting.cpp) runs in a new thread with a
//   stack larger than Python's; that costs 28 us a call, and more where it takes memory. Passes are called by the
//   hundred, so they run on the caller's stack where it has room, for 1 us (benchmarks/native_helper.py).
// - Stack overflow is survived on either: the signal handler has an alternate stack to run on.
//   Our handler stands before LLVM's, because LLVM's would run on the overflowing stack.
// - LLVM exits the process when a context without a diagnostic handler meets an error, so such a
//   context gets one that collects the messages.
// - Frames that were jumped over never run their destructors. After a fatal error, which LLVM raises
//   at points where its data is whole, a call may bring its own clean-up. Objects in the abandoned
//   frames may still be linked to what is cleaned up (LLVM's value handles), so it runs further
//   down the stack and leaves those frames as they are.

#include "recovery.h"
#include "heap.h"
#include "ocx.h"

#include "llvm-c/Core.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include <alloca.h>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <pthread.h>

using namespace llvm;
using ocx::Outcome;

namespace {

// glibc keeps freed stacks up to 40 MB for the next thread; above that a thread costs 3 to 10
// times as much. Some 30,000 nested constant expressions fit.
constexpr size_t StackBytes = size_t(32) << 20;
// Wider than a page: a function with a large frame must not step over it.
constexpr size_t GuardBytes = size_t(1) << 20;
// A caller's stack with less room than this is not used: an ordinary pass needs some 100 KB.
constexpr size_t RoomyBytes = size_t(4) << 20;
constexpr size_t SignalStackBytes = size_t(64) << 10;
constexpr int FatalExit = 70;
// Room between a safe call and the work in it: what happens right after the jump overwrites this and no frame of LLVM's.
constexpr size_t PadBytes = size_t(16) << 10;
// Abandoned frames that take more stack than this are not stepped over.
constexpr size_t MostAbandonedBytes = size_t(8) << 20;

constexpr int CrashSignals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

// --- The stack of a thread ------------------------------------------------------------------------

const char *lowestStackAddress() {
#ifdef __linux__
  pthread_attr_t Attributes;
  if (pthread_getattr_np(pthread_self(), &Attributes) != 0)
    return nullptr;
  void *Low = nullptr;
  size_t Size = 0;
  pthread_attr_getstack(&Attributes, &Low, &Size);
  pthread_attr_destroy(&Attributes);
  return static_cast<const char *>(Low);
#else
  auto *High = static_cast<const char *>(pthread_get_stackaddr_np(pthread_self()));
  return High - pthread_get_stacksize_np(pthread_self());
#endif
}

// Where a thread's stack ends, and an alternate stack for signals where the thread has none (Python's
// faulthandler brings its own).
class ThreadStack {
public:
  ThreadStack() : Low(lowestStackAddress()) {
    stack_t Present = {};
    sigaltstack(nullptr, &Present);
    if (!(Present.ss_flags & SS_DISABLE))
      return;
    Signals.reset(new char[SignalStackBytes]);
    Present = {};
    Present.ss_sp = Signals.get();
    Present.ss_size = SignalStackBytes;
    sigaltstack(&Present, nullptr);
  }
  ~ThreadStack() {
    stack_t Present = {};
    sigaltstack(nullptr, &Present);
    if (!Signals || Present.ss_sp != Signals.get())
      return;
    Present.ss_flags = SS_DISABLE;
    sigaltstack(&Present, nullptr);
  }

  bool isRoomy() const {
    auto *Here = static_cast<const char *>(__builtin_frame_address(0));
    return Low && Here > Low && size_t(Here - Low) >= RoomyBytes;
  }

  // Whether the address lies around the end of the stack, where an overflow faults.
  bool isPastEnd(const void *Address) const {
    auto *At = static_cast<const char *>(Address);
    return Low && At >= Low - GuardBytes && At < Low + GuardBytes;
  }

private:
  const char *Low; // lowest usable address; the guard lies below it
  std::unique_ptr<char[]> Signals;
};

ThreadStack &currentStack() {
  thread_local ThreadStack Stack;
  return Stack;
}

// --- The state of one safe call, in the thread that runs it ---------------------------------------

struct SafeCall {
  SafeCall(function_ref<void(Outcome &)> Work, function_ref<void()> CleanUp) : Work(Work), CleanUp(CleanUp) {}

  function_ref<void(Outcome &)> Work;
  function_ref<void()> CleanUp = nullptr;
  const char *Abandoned = nullptr; // the end of the stack when a fatal error was reported
  Outcome Result;
  const ThreadStack *Stack = nullptr;
  bool StackOverflowed = false;
};

thread_local SafeCall *Running = nullptr;
thread_local std::string LastMessage;

// --- Signals ------------------------------------------------------------------------------------

struct sigaction LLVMActions[NSIG];

void onSignal(int Signal, siginfo_t *Info, void *) {
  if (Running && (Signal == SIGSEGV || Signal == SIGBUS))
    Running->StackOverflowed = Running->Stack->isPastEnd(Info->si_addr);
  // Jumps back to where the safe call began, or puts back the handlers from before and raises.
  LLVMActions[Signal].sa_handler(Signal);
}

bool installSignalHandlers() {
  CrashRecoveryContext::Enable();
  for (int Signal : CrashSignals) {
    struct sigaction Ours;
    std::memset(&Ours, 0, sizeof(Ours));
    Ours.sa_sigaction = onSignal;
    Ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&Ours.sa_mask);
    if (sigaction(Signal, &Ours, &LLVMActions[Signal]) != 0)
      return false;
  }
  return true;
}

// A thread made for a safe call takes only its own crashes; everything else is for Python's threads.
void blockForeignSignals() {
  sigset_t Mask;
  sigfillset(&Mask);
  for (int Signal : CrashSignals)
    sigdelset(&Mask, Signal);
  pthread_sigmask(SIG_SETMASK, &Mask, nullptr);
}

// --- Fatal errors -------------------------------------------------------------------------------

void leave(int Code, const char *Reason) {
  CrashRecoveryContext *Recovery = CrashRecoveryContext::GetCurrent();
  if (Running && Recovery) {
    Running->Result.fail(Code, Reason);
    Running->Abandoned = static_cast<const char *>(__builtin_frame_address(0));
    Recovery->HandleExit(FatalExit);
  }
  std::fprintf(stderr, "LLVM ERROR: %s\n", Reason);
}

void onFatalError(void *, const char *Reason, bool) { leave(OCX_FATAL, Reason); }

void onBadAlloc(void *, const char *, bool) { leave(OCX_OUT_OF_MEMORY, "out of memory"); }

// Before every safe call, because the handlers are the process's: whoever uses libLLVM without the
// helper in the meantime has put theirs in place.
void installFatalHandlers() {
  remove_fatal_error_handler();
  install_fatal_error_handler(onFatalError);
  remove_bad_alloc_error_handler();
  install_bad_alloc_error_handler(onBadAlloc);
}

// --- Diagnostics of a context that has no handler -------------------------------------------------

void collectDiagnostic(LLVMDiagnosticInfoRef Info, void *Target) {
  if (LLVMGetDiagInfoSeverity(Info) != LLVMDSError)
    return;
  auto &Result = *static_cast<Outcome *>(Target);
  char *Text = LLVMGetDiagInfoDescription(Info);
  Result.Code = OCX_FAILED;
  Result.Message += Result.Message.empty() ? "" : "\n";
  Result.Message += Text;
  LLVMDisposeMessage(Text);
}

class DiagnosticsFor {
public:
  DiagnosticsFor(LLVMContextRef Context, Outcome &Result)
      : Context(Context && !LLVMContextGetDiagnosticHandler(Context) ? Context : nullptr) {
    if (this->Context)
      LLVMContextSetDiagnosticHandler(this->Context, collectDiagnostic, &Result);
  }
  ~DiagnosticsFor() {
    if (Context)
      LLVMContextSetDiagnosticHandler(Context, nullptr, nullptr);
  }

private:
  LLVMContextRef Context;
};

// --- The call itself ----------------------------------------------------------------------------

void explainCrash(SafeCall &Call, int ReturnCode) {
  if (Call.StackOverflowed) {
    Call.Result.fail(OCX_STACK_OVERFLOW, "stack overflow: the input nests too deeply");
  } else if (ReturnCode > 128) { // CrashRecoveryContext adds 128 to the signal's number
    Call.Result.fail(OCX_CRASHED, std::string("crash: ") + strsignal(ReturnCode - 128));
  } else if (Call.Result.Code < OCX_FATAL) {
    Call.Result.fail(OCX_FATAL, "exit with code " + std::to_string(ReturnCode));
  }
}

// Does the call's own clean-up, below the abandoned frames; false if that can't be done or fails as well.
__attribute__((noinline)) bool cleanUp(SafeCall &Call) {
  auto *Here = static_cast<const char *>(__builtin_frame_address(0));
  if (!Call.CleanUp || Call.Result.Code != OCX_FATAL || !Call.Abandoned || Here <= Call.Abandoned)
    return false;
  const size_t Depth = size_t(Here - Call.Abandoned);
  if (Depth > MostAbandonedBytes)
    return false;
  auto *Stepped = static_cast<volatile char *>(alloca(Depth + PadBytes));
  *Stepped = 0; // keeps the block
  const Outcome Before = Call.Result;
  CrashRecoveryContext Recovery;
  const bool Finished = Recovery.RunSafely([&Call] { Call.CleanUp(); });
  Call.Result = Before;
  return Finished;
}

void runRecovered(SafeCall &Call) {
  SafeCall *Outer = Running;
  Call.Stack = &currentStack();
  Running = &Call;
  CrashRecoveryContext Recovery;
  const bool Finished = Recovery.RunSafely([&Call] {
    auto *Pad = static_cast<volatile char *>(alloca(PadBytes));
    *Pad = 0;
    try {
      Call.Work(Call.Result);
    } catch (const std::bad_alloc &) {
      Call.Result.fail(OCX_OUT_OF_MEMORY, "out of memory");
    }
  });
  if (!Finished)
    explainCrash(Call, Recovery.RetCode);
  if (cleanUp(Call))
    Call.Result.Code = OCX_FAILED;
  Running = Outer;
}

void *threadMain(void *Call) {
  blockForeignSignals();
  runRecovered(*static_cast<SafeCall *>(Call));
  return nullptr;
}

bool runOnLargeStack(SafeCall &Call) {
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, StackBytes);
  pthread_attr_setguardsize(&Attributes, GuardBytes);
  pthread_t Thread;
  const bool Started = pthread_create(&Thread, &Attributes, threadMain, &Call) == 0;
  pthread_attr_destroy(&Attributes);
  if (Started)
    pthread_join(Thread, nullptr);
  return Started;
}

} // namespace

int ocx::runSafely(Stack Where, LLVMContextRef Context, function_ref<void(Outcome &)> Work,
                   function_ref<void()> CleanUp) {
  installFatalHandlers();
  SafeCall Call(Work, CleanUp);
  DiagnosticsFor Scope(Context, Call.Result); // here, so that it is undone after a crash as well
  const bool StaysHere = Where == Stack::CallersIfRoomy && currentStack().isRoomy();
  // Where no thread can be had (a limit on memory or processes), the caller's stack must do.
  if (StaysHere || !runOnLargeStack(Call))
    runRecovered(Call);
  LastMessage = std::move(Call.Result.Message);
  return Call.Result.Code;
}

int ocx_recovery_init(void) {
  static std::once_flag Once;
  static bool Installed = false;
  std::call_once(Once, [] {
    ocx::keepFreedMemory();
    Installed = installSignalHandlers();
  });
  return Installed ? OCX_OK : OCX_FAILED;
}

const char *ocx_last_message(void) { return LastMessage.c_str(); }
