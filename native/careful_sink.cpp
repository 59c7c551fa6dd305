// Moves a computation down into the block of its uses, as LLVM's machine sinking does, but only where that takes no more
// registers: what is moved down frees its result on the way and keeps its operands. LLVM's asks for registers only where
// nothing else is gained, and a chain of selects that one side of a branch needs takes all its operands there.
//
// Where an instruction would keep more alive than it frees, what only it reads may come along: of a quotient of two converted
// parameters no part can go alone, all three leave nothing behind.
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
constexpr StringLiteral CHAINS = "machine-sink-chains"; // this word: one instruction at a time
constexpr unsigned MostVisits = 200000; // of blocks, in one function: then the rest stays where it is

constexpr size_t LongestChain = 16;     // instructions that go together

thread_local bool IsWanted = false;

using Chain = SmallVector<MachineInstr *, 8>; // what is moved together: each behind those that read it

class Sink : public MachineFunctionPass {
  const MachineDominatorTree *Dominators = nullptr;
  const MachinePostDominatorTree *PostDominators = nullptr;
  const MachineLoopInfo *Loops = nullptr;
  const TargetRegisterInfo *Registers = nullptr;
  const TargetInstrInfo *Instructions = nullptr;
  MachineRegisterInfo *Values = nullptr;
  unsigned Visits = 0;
  bool MayMoveChains = true;

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
    MayMoveChains = !ocx::isLeftOut(MF.getFunction(), CHAINS);
    bool IsChanged = false;
    for (MachineBasicBlock *Block : post_order(&MF)) // users first, so that what feeds them may follow
      for (MachineInstr *MI : instructionsOf(*Block))
        if (MI->getParent() == Block) // it did not go along with another
          IsChanged |= sink(*MI);
    return IsChanged;
  }

private:
  // Last one first, kept aside because several may leave the block at once.
  static SmallVector<MachineInstr *, 64> instructionsOf(MachineBasicBlock &Block) {
    SmallVector<MachineInstr *, 64> All;
    for (MachineInstr &MI : reverse(Block))
      All.push_back(&MI);
    return All;
  }

  bool sink(MachineInstr &MI) {
    const Register Result = resultOf(MI);
    if (!Result)
      return false;
    MachineBasicBlock *From = MI.getParent(), *To = placeFor(MI, Result);
    if (!To || !mayMove(MI))
      return false;
    for (; To && To != From; To = above(*To)) { // as far down as its operands are there anyway
      if (entersLoop(*From, *To))
        continue;
      Chain Moved = {&MI};
      if (isWorthIt(Moved, *To) || (lengthen(Moved, *To) && isWorthIt(Moved, *To))) {
        for (MachineInstr *Member : Moved)
          move(*Member, resultOf(*Member), *To);
        return true;
      }
    }
    return false;
  }

  bool isWorthIt(const Chain &Moved, MachineBasicBlock &To) {
    const int Gain = registersGained(Moved, To);
    if (Gain != 0)
      return Gain > 0;
    return !runsAsOften(*Moved.front()->getParent(), To) || hasRelatives(*Moved.front());
  }

  bool runsAsOften(const MachineBasicBlock &From, const MachineBasicBlock &To) const {
    return PostDominators->dominates(&To, &From) && Loops->getLoopFor(&To) == Loops->getLoopFor(&From);
  }

  // Takes in what makes operands, where only the chain reads these and their own operands cost no more than they do.
  bool lengthen(Chain &Moved, MachineBasicBlock &To) {
    if (!MayMoveChains || runsAsOften(*Moved.front()->getParent(), To))
      return false;
    costOfOperands(*Moved.front(), Moved, To);
    return Moved.size() > 1;
  }

  // The registers that operands of a chain's member take at a block; what is cheaper to make there joins the chain, each
  // member behind those that read it.
  int costOfOperands(const MachineInstr &MI, Chain &Moved, MachineBasicBlock &To) {
    int Cost = 0;
    SmallDenseSet<Register, 4> Counted;
    for (const MachineOperand &Operand : MI.uses()) {
      const Register Value = Operand.isReg() ? Operand.getReg() : Register();
      if (!Value.isVirtual() || !Counted.insert(Value).second || isFree(Value) || isAliveAt(Value, Moved, To))
        continue;
      MachineInstr *Made = Values->getVRegDef(Value);
      if (Moved.size() >= LongestChain || !mayJoin(*Made, Value, MI, To)) {
        Cost += weight(Value);
        continue;
      }
      const size_t Before = Moved.size();
      Moved.push_back(Made);
      const int Operands = costOfOperands(*Made, Moved, To);
      if (Operands > weight(Value))
        Moved.truncate(Before);
      Cost += std::min(Operands, weight(Value));
    }
    return Cost;
  }

  bool mayJoin(const MachineInstr &Made, Register Value, const MachineInstr &User, const MachineBasicBlock &To) const {
    return resultOf(Made) == Value && mayMove(Made) && !entersLoop(*Made.getParent(), To) && Made.getParent() != &To &&
           all_of(Values->use_nodbg_instructions(Value), [&](const MachineInstr &Other) { return &Other == &User; });
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
  int registersGained(const Chain &Moved, MachineBasicBlock &To) {
    int Gain = weight(resultOf(*Moved.front()));
    SmallDenseSet<Register, 8> Counted;
    for (const MachineInstr *Member : drop_begin(Moved))
      Counted.insert(resultOf(*Member)); // they are nobody else's
    for (const MachineInstr *Member : Moved)
      for (const MachineOperand &Operand : Member->uses())
        if (Operand.isReg() && Operand.getReg().isVirtual() && Counted.insert(Operand.getReg()).second)
          if (!isFree(Operand.getReg()) && !isAliveAt(Operand.getReg(), Moved, To))
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

  // Whether something other than a chain's members keeps a value alive at the start of a block.
  bool isAliveAt(Register Value, const Chain &Except, MachineBasicBlock &Block) {
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
      if (!is_contained(Except, Use.getParent()))
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
