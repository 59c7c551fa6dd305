"""Knobs of the inliner: the models, their thresholds, the three budgets and what is reported."""

from __future__ import annotations

from opencicc.options.option import Option

_NVIDIA = "cicc v13.0 inliner knobs"
_LLVM = "LLVM 22 and cicc v13.0, InlineCost"
_OFF = "cicc v13.0 inliner knobs; no default published: off"

# --- which model, and what holds for all of them ---
MODEL = Option(
    "inline-model",
    "A",
    "Cost model: A (argument marshalling), B (LLVM's instruction count) or C (B with an advisor, over the call graph).",
    source="cicc v13.0: A decides most calls",
    choices=("A", "B", "C"),
)
GPU_BONUS = Option(
    "inline-gpu-bonus",
    2000,
    "Model D: units taken off the charge of a callee with warp, barrier or matrix operations (0: off).",
    source="cicc v13.0, opcode tag 9",
    minimum=0,
)
MAX_SIZE = Option(
    "inline-max-size",
    6000,
    "Instructions that make code, up to which a function may grow; unless given, a kernel up to twice as many.",
    source="our choice: the budgets of 20,000 and 40,000 units, 5 an instruction, bind first",
    minimum=1,
)
DISABLE_INLINING = Option(
    "disable-inlining",
    False,
    "Inline only what must be inlined.",
    source="cicc 13.0",
)
INLINE_ALL = Option(
    "nv-inline-all",
    False,
    "Inline every call that can be inlined, whatever it costs.",
    source=_NVIDIA,
)
INLINE_INFO = Option(
    "inline-info",
    False,
    "Print a table of inlining decisions for each caller.",
    source="cicc 13.0",
)
PROFUSE = Option(
    "profuseinline",
    False,
    "Print every check of every inlining decision.",
    source=_NVIDIA,
)
DISABLE_ALLOCA_MERGING = Option(
    "disable-inlined-alloca-merging",
    False,
    "Leave local arrays of inlined functions apart.",
    source=_NVIDIA,
)

# --- budgets ---
BUDGET = Option("inline-budget", 20000, "Units a caller may take in.", source=_NVIDIA, minimum=0)
AGGRESSIVE = Option(
    "aggressive-inline",
    False,
    "Twice the budget: -inline-budget=40000 unless a budget is given.",
    source="cicc 13.0",
)
TOTAL_BUDGET = Option(
    "inline-total-budget",
    -1,
    "Units all callers of the module may take in together (-1: no limit).",
    source=_OFF,
    minimum=-1,
)
KERNEL_BUDGET = Option(
    "inline-adj-budget1",
    -1,
    "Units a kernel may take in (-1: twice inline-budget).",
    source="cicc v13.0 inliner knobs; kernels get twice the budget: our choice",
    minimum=-1,
)

# --- switches (model A) ---
SWITCH_CONTROL = Option("inline-switchctrl", 0, "Units for each case of the callee's switches.", source=_OFF, minimum=0)
SWITCH_PENALTY = Option("inline-numswitchfunc", 0, "Units for each switch of the callee.", source=_OFF, minimum=0)
MAX_CASES = Option(
    "inline-maxswitchcases",
    0,
    "A callee whose switch has more cases is not inlined (0: no limit).",
    source=_OFF,
    minimum=0,
)

# --- model B: LLVM's InlineCost ---
THRESHOLD = Option("inline-threshold", 225, "Threshold of a call site.", source=_LLVM)
DEFAULT_THRESHOLD = Option("inlinedefault-threshold", 225, "Threshold without hint or profile.", source=_LLVM)
HINT_THRESHOLD = Option("inlinehint-threshold", 325, "Threshold of a callee marked inlinehint.", source=_LLVM)
COLD_SITE_THRESHOLD = Option("inline-cold-callsite-threshold", 45, "Threshold of a cold call site.", source=_LLVM)
COLD_THRESHOLD = Option("inlinecold-threshold", 45, "Threshold of a callee marked cold.", source=_LLVM)
HOT_SITE_THRESHOLD = Option(
    "hot-callsite-threshold", 3000, "Threshold of a call site that a profile calls hot.", source=_LLVM
)
LOCALLY_HOT_THRESHOLD = Option(
    "locally-hot-callsite-threshold",
    525,
    "Threshold of a call site that runs much more often than its function's entry.",
    source=_LLVM,
)
INSTRUCTION_COST = Option("inline-instr-cost", 5, "Units of one instruction.", source=_LLVM)
CALL_PENALTY = Option("inline-call-penalty", 25, "Units of one call.", source=_LLVM)
MEMORY_COST = Option("inline-memaccess-cost", 0, "Units of one load or store on top.", source=_LLVM)
SAVINGS_MULTIPLIER = Option("inline-savings-multiplier", 8, "Weight of saved cycles.", source=_LLVM)
PROFITABLE_MULTIPLIER = Option(
    "inline-savings-profitable-multiplier", 4, "Weight of saved cycles for profit.", source=_LLVM
)
SIZE_ALLOWANCE = Option("inline-size-allowance", 100, "Size inlined without proof of savings.", source=_LLVM)
COST_FULL = Option("inline-cost-full", False, "Compute the whole cost even beyond the threshold.", source=_LLVM)
COST_BENEFIT = Option("inline-enable-cost-benefit-analysis", False, "Weigh saved cycles by profile.", source=_LLVM)
DEFERRAL = Option(
    "inline-deferral",
    False,
    "Leave a call for the caller's caller where that is cheaper.",
    source=_LLVM,
)
REMARK_ATTRIBUTE = Option(
    "inline-remark-attribute",
    False,
    "Write the reason onto call sites that stay, as the attribute inline-remark.",
    source=_LLVM,
)

# --- model C: the call graph and its advisor ---
COST_MULTIPLIER = Option(
    "function-inline-cost-multiplier",
    2,
    "Model C: factor on the cost of a call inside its own recursion.",
    source=_LLVM,
    minimum=1,
)
DEFAULT_ADVISOR = "default"
ADVISOR = Option(
    "enable-ml-inliner",
    DEFAULT_ADVISOR,
    "Model C's advisor: default (costs), development (costs, and a training log) or release (a trained model). "
    "The last two choose model C.",
    source="cicc v13.0 and LLVM 22",
    choices=("default", "development", "release"),
)
TRAINING_LOG = Option(
    "inline-training-log",
    "",
    "Where the development advisor writes features and decisions, as JSON lines.",
    metavar="FILE",
)
MODEL_FILE = Option(
    "inline-model-file",
    "",
    "The trained model of the release advisor (empty: the one that comes with opencicc).",
    metavar="FILE",
)
