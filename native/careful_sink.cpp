// Moves a computation down into the block of its uses, as LLVM's machine sinking does, but only where that takes no more
// registers: what is moved down frees its result on the way and keeps its operands. LLVM's asks for registers only where
// nothing else is gained, and a chain of selects that one side of a branch needs takes all its operands there.
//
// Leaves alone: what may not be moved (loads that somebody may write to, convergent operations, several results), what would
// go into a loop, and what would run as often as before with no register less.

#include "careful_sink.h"
#include "codegen_gate.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachinePostDominators.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace {

constexpr StringLiteral REPLACED = "machine-sink";
constexpr unsigned MostVisits = 200000; // of blocks, in one function: then the rest stays where it is

thread_local bool IsWanted = false;

class Sink : public MachineFunctionPass {
  const MachineDominatorTree *Dominators = nullptr;
  const MachinePostDominatorTree *PostDominators = nullptr;
  const MachineLoopInfo *Loops = nullptr;
  const TargetRegisterInfo *Registers = nullptr;
  const TargetInstrInfo *Instructions = nullptr;
  MachineRegisterInfo *Values = nullptr;
  unsigned Visits = 0;

public:
  static char ID;
  Sink() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "opencicc careful sinking"; }

  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesCFG();
    Usage.addRequired<MachineDominatorTreeWrapperPass>();
    Usage.addRequired<MachinePostDominatorTreeWrapperPass>();
    Usage.addRequired<MachineLoopInfoWrapperPass>();
    Usage.addPreserved<MachineDominatorTreeWrapperPass>();
    Usage.addPreserved<MachinePostDominatorTreeWrapperPass>();
    Usage.addPreserved<MachineLoopInfoWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(Usage);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    if (!ocx::isLeftOut(MF.getFunction(), REPLACED))
      return false;
    Dominators = &getAnalysis<MachineDominatorTreeWrapperPass>().getDomTree();
    PostDominators = &getAnalysis<MachinePostDominatorTreeWrapperPass>().getPostDomTree();
    Loops = &getAnalysis<MachineLoopInfoWrapperPass>().getLI();
    Registers = MF.getSubtarget().getRegisterInfo();
    Instructions = MF.getSubtarget().getInstrInfo();
    Values = &MF.getRegInfo();
    Visits = 0;
    bool IsChanged = false;
    for (MachineBasicBlock *Block : post_order(&MF)) // users first, so that what feeds them may follow
      for (MachineInstr &MI : make_early_inc_range(reverse(*Block)))
        IsChanged |= sink(MI);
    return IsChanged;
  }

private:
  bool sink(MachineInstr &MI) {
    const Register Result = resultOf(MI);
    if (!Result)
      return false;
    MachineBasicBlock *From = MI.getParent(), *To = placeFor(MI, Result);
    if (!To || !mayMove(MI))
      return false;
    for (; To && To != From; To = above(*To)) // as far down as its operands are there anyway
      if (!entersLoop(*From, *To) && isWorthIt(MI, Result, *To)) {
        move(MI, Result, *To);
        return true;
      }
    return false;
  }

  bool isWorthIt(const MachineInstr &MI, Register Result, MachineBasicBlock &To) {
    const int Gain = registersGained(MI, Result, To);
    if (Gain != 0)
      return Gain > 0;
    const MachineBasicBlock *From = MI.getParent();
    const bool RunsAsOften = PostDominators->dominates(&To, From) && Loops->getLoopFor(&To) == Loops->getLoopFor(From);
    return !RunsAsOften || hasRelatives(MI);
  }

  MachineBasicBlock *above(const MachineBasicBlock &Block) const {
    const auto *Above = Dominators->getNode(&Block)->getIDom();
    return Above ? Above->getBlock() : nullptr;
  }

  bool entersLoop(const MachineBasicBlock &From, const MachineBasicBlock &To) const {
    const MachineLoop *Loop = Loops->getLoopFor(&To);
    return Loop && !Loop->contains(&From);
  }

  // The one virtual register that an instruction writes; none where it has others.
  static Register resultOf(const MachineInstr &MI) {
    Register Result;
    if (MI.isPHI() || MI.isTerminator() || MI.isDebugOrPseudoInstr())
      return Result;
    for (const MachineOperand &Operand : MI.operands()) {
      if (!Operand.isReg() || !Operand.isDef())
        continue;
      if (Result || !Operand.getReg().isVirtual())
        return Register();
      Result = Operand.getReg();
    }
    return Result;
  }

  bool mayMove(const MachineInstr &MI) const {
    bool SawStore = true; // a load then has to be one of memory that never changes
    if (MI.isConvergent() || !MI.isSafeToMove(SawStore))
      return false;
    return all_of(MI.uses(), [&](const MachineOperand &Operand) {
      return !Operand.isReg() || !Operand.getReg() || Operand.getReg().isVirtual() ||
             Values->isConstantPhysReg(Operand.getReg());
    });
  }

  static MachineBasicBlock *placeOfUse(const MachineOperand &Use) {
    MachineInstr *User = const_cast<MachineInstr *>(Use.getParent());
    return User->isPHI() ? User->getOperand(Use.getOperandNo() + 1).getMBB() : User->getParent();
  }

  // The nearest block that dominates all uses; none where that is the instruction's own.
  MachineBasicBlock *placeFor(const MachineInstr &MI, Register Result) const {
    const MachineBasicBlock *From = MI.getParent();
    MachineBasicBlock *Place = nullptr;
    for (const MachineOperand &Use : Values->use_nodbg_operands(Result)) {
      MachineBasicBlock *Block = placeOfUse(Use);
      if (Block == From || !Dominators->isReachableFromEntry(Block))
        return nullptr;
      Place = Place ? Dominators->findNearestCommonDominator(Place, Block) : Block;
      if (Place == From)
        return nullptr;
    }
    return Place && Dominators->dominates(From, Place) ? Place : nullptr;
  }

  int weight(Register Value) const {
    const TargetRegisterClass *Class = Values->getRegClassOrNull(Value);
    return Class ? int((Registers->getRegSizeInBits(*Class) + 31) / 32) : 1;
  }

  // Constants and parameters: ptxas takes them from where they are, at every use.
  bool isFree(Register Value) const {
    const MachineInstr *Made = Values->getVRegDef(Value);
    if (!Made || Made->isPHI() || Made->isInlineAsm() || Instructions->getName(Made->getOpcode()).contains("SREG"))
      return false;
    const bool HasOperands = any_of(Made->uses(), [](const MachineOperand &Operand) {
      return Operand.isReg() && Operand.getReg();
    });
    return !HasOperands && (!Made->mayLoad() || Made->isDereferenceableInvariantLoad()) && !Made->isCall() &&
           !Made->hasUnmodeledSideEffects();
  }

  // What the result frees on the way, less what operands that nothing else keeps take there.
  int registersGained(const MachineInstr &MI, Register Result, MachineBasicBlock &To) {
    int Gain = weight(Result);
    SmallDenseSet<Register, 4> Counted;
    for (const MachineOperand &Operand : MI.uses())
      if (Operand.isReg() && Operand.getReg().isVirtual() && Counted.insert(Operand.getReg()).second)
        if (!isFree(Operand.getReg()) && !isAliveAt(Operand.getReg(), MI, To))
          Gain -= weight(Operand.getReg());
    return Gain;
  }

  // Whether all that an instruction needs is needed by others of its block too: what it keeps alive they need not, and they
  // gain by following it.
  bool hasRelatives(const MachineInstr &MI) const {
    return all_of(MI.uses(), [&](const MachineOperand &Operand) {
      return !Operand.isReg() || !Operand.getReg().isVirtual() ||
             any_of(Values->use_nodbg_instructions(Operand.getReg()), [&](const MachineInstr &Other) {
               return &Other != &MI && Other.getParent() == MI.getParent();
             });
    });
  }

  // Whether something other than an instruction keeps a value alive at the start of a block.
  bool isAliveAt(Register Value, const MachineInstr &Except, MachineBasicBlock &Block) {
    const MachineInstr *Made = Values->getVRegDef(Value);
    if (!Made)
      return true;
    SmallPtrSet<const MachineBasicBlock *, 16> Seen;
    SmallVector<const MachineBasicBlock *, 16> Waiting; // the value is alive at their start
    const auto Enter = [&](const MachineBasicBlock *At) {
      if (At != Made->getParent() && Seen.insert(At).second)
        Waiting.push_back(At);
    };
    for (const MachineOperand &Use : Values->use_nodbg_operands(Value))
      if (Use.getParent() != &Except)
        Enter(placeOfUse(Use));
    while (!Waiting.empty() && !Seen.contains(&Block)) {
      if (++Visits > MostVisits)
        return false;
      for (const MachineBasicBlock *Before : Waiting.pop_back_val()->predecessors())
        Enter(Before);
    }
    return Seen.contains(&Block);
  }

  void move(MachineInstr &MI, Register Result, MachineBasicBlock &To) {
    SmallVector<MachineInstr *, 4> Told; // debug values that would come before what they tell of
    for (MachineInstr &User : Values->use_instructions(Result))
      if (User.isDebugValue() && !Dominators->dominates(&To, User.getParent()))
        Told.push_back(&User);
    for (MachineInstr *User : Told)
      User->setDebugValueUndef();
    for (const MachineOperand &Operand : MI.uses())
      if (Operand.isReg() && Operand.getReg().isVirtual())
        Values->clearKillFlags(Operand.getReg());
    To.splice(To.SkipPHIsAndLabels(To.begin()), MI.getParent(), MI.getIterator());
  }
};

char Sink::ID = 0;

void addTo(TargetMachine &, legacy::PassManagerBase &, TargetPassConfig *Config) {
  if (IsWanted)
    Config->insertPass(&MachineSinkingLegacyID, new Sink);
}

} // namespace

ocx::CarefulSinking::CarefulSinking() {
  static RegisterTargetPassConfigCallback Once(addTo); // the list is the process's own: entered once, acted on when wanted
  IsWanted = true;
}

ocx::CarefulSinking::~CarefulSinking() { IsWanted = false; }
