// Optimization remarks of one context: asked for without process-wide options, and read in full.

#include "ocx.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include <memory>
#include <string>

using namespace llvm;

namespace {

// Hands everything to the C callback, as LLVM's own wrapper does, and wants every remark.
struct EveryRemark : DiagnosticHandler {
  LLVMDiagnosticHandler Callback;
  void *Opaque;

  EveryRemark(LLVMDiagnosticHandler Callback, void *Opaque) : Callback(Callback), Opaque(Opaque) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    Callback(wrap(const_cast<DiagnosticInfo *>(&Info)), Opaque);
    return true;
  }
  bool isAnalysisRemarkEnabled(StringRef) const override { return true; }
  bool isMissedOptRemarkEnabled(StringRef) const override { return true; }
  bool isPassedOptRemarkEnabled(StringRef) const override { return true; }
  bool isAnyRemarkEnabled() const override { return true; }
};

const char *kindOf(const DiagnosticInfo &Info) {
  switch (Info.getKind()) {
  case DK_OptimizationRemark:
  case DK_MachineOptimizationRemark:
    return "passed";
  case DK_OptimizationRemarkMissed:
  case DK_MachineOptimizationRemarkMissed:
    return "missed";
  default:
    return "analysis";
  }
}

} // namespace

void ocx_enable_remarks(LLVMContextRef context, LLVMDiagnosticHandler handler, void *opaque) {
  unwrap(context)->setDiagnosticHandler(std::make_unique<EveryRemark>(handler, opaque));
}

void ocx_set_diagnostic_handler(LLVMContextRef context, LLVMDiagnosticHandler handler, void *opaque) {
  const auto Callback = reinterpret_cast<DiagnosticHandler::DiagnosticHandlerTy>(handler);
  unwrap(context)->setDiagnosticHandlerCallBack(Callback, opaque, /*RespectFilters=*/true);
}

const char *ocx_remark_fields(LLVMDiagnosticInfoRef info) {
  static thread_local std::string Fields;
  const auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(unwrap(info));
  if (!Remark)
    return nullptr;
  const auto Loc = Remark->isLocationAvailable() ? Remark->getLocation() : DiagnosticLocation();
  Fields.clear();
  const auto Add = [](const Twine &Text) { Fields += Text.str() + '\x1f'; };
  Add(kindOf(*Remark));
  Add(Remark->getPassName());
  Add(Remark->getRemarkName());
  Add(Remark->getFunction().getName());
  Add(Loc.isValid() ? Twine(Loc.getRelativePath()) + ":" + Twine(Loc.getLine()) + ":" + Twine(Loc.getColumn()) : "");
  Add(Remark->getMsg());
  for (const auto &Argument : Remark->getArgs()) {
    Add(Argument.Key);
    Add(Argument.Val);
  }
  return Fields.c_str();
}
