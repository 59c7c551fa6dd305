"""The options of the driver itself, in cicc's and libNVVM's spelling where they have one.

What a pass reads is declared beside that pass or in the slot table; this is what decides which
file is read, which stages run, for which target, with which arithmetic, and what is shown.
"""

from __future__ import annotations

from opencicc.options import option
from opencicc.options.option import Option, TextsOption
from opencicc.target import DEFAULT_ARCH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CICC = "cicc 13.0"
_NVVM = "libNVVM's documented default"

# --- target and level ---
ARCH = Option(
    "arch",
    DEFAULT_ARCH,
    "GPU architecture: sm_75 to sm_121, sm_90a, compute_90; native (this machine's GPU), all or all-major for a fatbin.",
    source=_CICC,
    aliases=("opt-arch", "mcpu", "nv-arch", "sm-arch", "gpu-architecture"),
    metavar="sm_N",
)
GENERATE_CODE = TextsOption(
    "generate-code",
    (),
    "An architecture and what to make for it: arch=compute_90,code=[sm_90,compute_90] (repeatable; also -gencode).",
    source="nvcc 13.0",
    aliases=("gencode",),
    metavar="arch=..,code=..",
)
GPU_CODE: Option[tuple[str, ...]] = Option(
    "gpu-code",
    (),
    "With -arch=compute_N: what to make for it, sm_N or compute_N.",
    source="nvcc 13.0",
    aliases=("code",),
    metavar="sm_N,..",
)
PTX_VERSION = Option(
    "ptx-version", "", "PTX version to write, such as 8.0 (default 9.0).", source="CUDA 13.0", metavar="X.Y"
)
OPT_LEVEL = Option(
    "opt-level", 3, "Optimisation level 0 to 3 (-O0 .. -O3, -opt=N).", source=_CICC, minimum=0, maximum=3
)
OPTIMIZE_SIZE = Option(
    "Osize", False, "Optimise for code size.", source=_CICC, aliases=("Os",), uses=(option.ASSEMBLES,)
)
FAST_COMPILE = Option(
    "Ofast-compile",
    "0",
    "Compile faster: 0, min, mid or max (also -Ofc=).",
    source=_CICC,
    choices=("0", "min", "mid", "max"),
    aliases=("Ofc",),
    metavar="LEVEL",
)
LANGUAGE = Option(
    "language",
    "",
    "Pipeline path: ptx, mid, min or default.",
    source=_CICC,
    choices=("", "ptx", "mid", "min", "default"),
    metavar="PATH",
    uses=(option.ASSEMBLES,),
)
M64 = Option("m64", True, "64-bit device code (the only kind).", source=_CICC)

# --- arithmetic ---
FTZ = Option("ftz", False, "Flush single-precision denormals to zero.", source=_NVVM)
PREC_DIV = Option("prec-div", True, "IEEE single-precision division.", source=_NVVM)
PREC_SQRT = Option("prec-sqrt", True, "IEEE single-precision square root.", source=_NVVM)
FMA = Option("fma", True, "Contract multiplications and additions (never at -O0).", source=_NVVM, aliases=("fmad",))
FAST_MATH = Option(
    "fast-math",
    False,
    "Short for -ftz=1 -prec-div=0 -prec-sqrt=0 -fma=1.",
    source="nvcc's -use_fast_math",
    aliases=("use-fast-math",),
)

NO_SIGNED_ZEROS = Option("no-signed-zeros", False, "The sign of a zero does not matter.", source=_CICC)
RECIPROCAL_DIVISION = Option(
    "opt-fdiv", False, "A division by what stays the same may become a multiplication by its reciprocal.", source=_CICC
)
FP_FOLD_DISABLE = Option("FPFoldDisable", False, "Leave math calls on constants to run time.", source=_CICC)

ATOMIC_ORDER = Option(
    "atomic-order",
    "auto",
    "Orders and scopes of atomicrmw: kept, relaxed (as CUDA's atomicAdd), or auto: kept in modules of Rust and Julia.",
    choices=("auto", "kept", "relaxed"),
    metavar="HOW",
)

# --- debugging and code generation ---
DEBUG = Option(
    "g",
    False,
    "Keep full debug information (implies -O0 unless a level is given).",
    source=_CICC,
    aliases=("device-debug",),
)
LINE_INFO = Option(
    "generate-line-info",
    False,
    "Keep line directives; without this and -g the PTX has no debug information.",
    source=_CICC,
    aliases=("lineinfo",),
)
MAX_REGISTERS = Option(
    "maxreg",
    0,
    "Registers a kernel may use at most (0: no limit).",
    source=_CICC,
    aliases=("maxrregcount",),
    minimum=0,
    maximum=255,
    metavar="N",
)
JUMP_TABLES = Option(
    "jump-tables",
    False,
    "Let code generation make jump tables of switches.",
    source="measured on an H200: without them a byte scanner takes 0.87 of the time, an interpreter 0.92",
)
PROMOTION_ACCESSES = Option(
    "licm-promotion-accesses",
    400,
    "The most memory accesses of a loop that keeps in registers what it updates in every trip (0: LLVM's own limit, 250).",
    source="our choice: 48 sums in local arrays cost 24 loads of 16 bytes a trip, 1.40 of the time on an H200; with 1000 other "
    "people's larger loops spill",
    minimum=0,
)
LATE_REASSOCIATE = Option(
    "late-reassociate",
    False,
    "Order sums and products anew behind unrolling, where the published order has a last reassociate.",
    source="our choice: it takes apart sums that unrolled rounds share (a hash 1,743 additions to 1,923, 1.07 of the time on an "
    "H200), and the 59 kernels that it changes need 1.014 of the registers",
    uses=(option.ASSEMBLES,),
)

# --- stages and files ---
OUTPUT = Option(
    "o", "", "Output file; - for standard output.", aliases=("output",), metavar="FILE", uses=(option.SHOWS,)
)
EMIT = Option(
    "emit",
    "ptx",
    "What to write: ptx, ll, bc, cubin, sass or fatbin.",
    choices=("ptx", "ll", "bc", "cubin", "sass", "fatbin"),
    metavar="KIND",
)
KEEP = Option(
    "keep", False, "Write NAME.lnk.bc, NAME.opt.bc, NAME.ptx and NAME.mach.ptx beside the output.", source=_CICC
)
KEEP_DIR = Option("keep-dir", "", "Folder for the files of -keep (implies -keep).", metavar="DIR")
STOP_AFTER = Option(
    "stop-after",
    "",
    "Stop after a stage and write its result: lnk, opt, llc or mach.",
    choices=("", "lnk", "opt", "llc", "mach"),
    metavar="STAGE",
)
START_FROM = Option(
    "start-from",
    "lnk",
    "First stage to run: lnk, opt (from .lnk.bc), llc (from .opt.bc) or mach (from .ptx).",
    choices=("lnk", "opt", "llc", "mach"),
    metavar="STAGE",
)
TRY_PTXAS = Option(
    "try-ptxas",
    False,
    "Give ptxas the PTX of several settings of the machine passes and keep the one that it makes most of.",
)
PTXAS_OPTIONS: Option[tuple[str, ...]] = Option(
    "ptxas-options",
    (),
    "Words for ptxas, where it is run (repeatable; also -Xptxas).",
    source="nvcc 13.0",
    aliases=("Xptxas",),
    metavar="WORD,..",
)
LIBDEVICE = Option("nvvmir-library", "", "libdevice bitcode to use.", source=_CICC, metavar="FILE")
LIBNVVM = Option(
    "libnvvm",
    False,
    "Take modules as libNVVM does: their data layout and NVVM IR version have to be there.",
    source=_CICC,
)
LTO = Option(
    "lto",
    False,
    "Take the inputs as one whole program: internalise and remove what no kernel needs.",
    source=_CICC,
    aliases=("link-lto",),
)
KEEP_SYMBOLS: Option[tuple[str, ...]] = Option(
    "keep-symbols", (), "With -lto: further symbols the host asks for.", metavar="NAME,.."
)
DRY_RUN = Option("dryrun", False, "Say what would run, and run nothing.", source=_CICC, aliases=("dry-run",))
LINK = Option("link", (), "Further modules to link.", metavar="FILE,..")

# --- what is shown ---
VERBOSE = Option("v", False, "Say what each stage does.", source=_CICC, aliases=("verbose",), uses=(option.SHOWS,))
NO_WARNINGS = Option("w", False, "Show no warnings.", source=_CICC, uses=(option.SHOWS,))
WARNINGS_AS_ERRORS = Option("Werror", False, "Treat warnings as errors.", source=_CICC)
TIME_PASSES = Option(
    "time-passes", False, "Time of each stage and pass, at the end.", source=_CICC, uses=(option.NEEDS_RUN,)
)
PRINT_BEFORE = Option(
    "print-before",
    (),
    "Print the IR before these passes.",
    metavar="PASS,..",
    uses=(option.NEEDS_RUN, option.WATCHES, option.NAMES_PASSES),
)
PRINT_AFTER = Option(
    "print-after",
    (),
    "Print the IR after these passes.",
    metavar="PASS,..",
    uses=(option.NEEDS_RUN, option.WATCHES, option.NAMES_PASSES),
)
PRINT_BEFORE_ALL = Option(
    "print-before-all",
    False,
    "Print the IR before every pass.",
    uses=(option.NEEDS_RUN, option.WATCHES),
)
PRINT_AFTER_ALL = Option(
    "print-after-all",
    False,
    "Print the IR after every pass.",
    uses=(option.NEEDS_RUN, option.WATCHES),
)
PRINT_CHANGED = Option(
    "print-changed",
    False,
    "Print what each pass changed, as a diff.",
    uses=(option.NEEDS_RUN, option.WATCHES),
)
PRINT_FUNCTIONS: Option[tuple[str, ...]] = Option(
    "print-functions",
    (),
    "Of --print-...: only these functions, by any of their names; * stands for any letters.",
    aliases=("filter-print-funcs",),
    metavar="NAME,..",
    uses=(option.SHOWS,),
)
VERIFY_EACH = Option("verify-each", False, "Run LLVM's verifier after every pass.", uses=(option.WATCHES,))
STRICT_PASSES = Option("strict-passes", False, "Check what our passes declare: options read, changes made, facts kept.")
STRICT_NVVM = Option(
    "strict-nvvm",
    False,
    "Refuse what libNVVM's verifier refuses, not only what would become wrong PTX.",
    source="our choice: real front ends write more than NVVM IR allows",
)
PASS_LIMIT = Option(
    "pass-limit",
    -1,
    "Run only the first N steps that do something (-1: all).",
    metavar="N",
    minimum=-1,
    uses=(option.WATCHES,),
)
PRINT_PIPELINE = Option(
    "print-pipeline-passes",
    False,
    "Print the pipeline as text that --passes= reads back, and stop.",
    aliases=("print-pipeline",),
)
RPASS = Option(
    "Rpass",
    "",
    "Show remarks of passes that did something.",
    source="clang",
    metavar="REGEX",
    uses=(option.SHOWS, option.REMARKS),
)
RPASS_MISSED = Option(
    "Rpass-missed",
    "",
    "Show remarks of passes that could not.",
    source="clang",
    metavar="REGEX",
    uses=(option.SHOWS, option.REMARKS),
)
RPASS_ANALYSIS = Option(
    "Rpass-analysis",
    "",
    "Show remarks that explain.",
    source="clang",
    metavar="REGEX",
    uses=(option.SHOWS, option.REMARKS),
)
REMARKS = Option(
    "remarks",
    "",
    "Write all remarks to a file in LLVM's YAML format.",
    metavar="FILE",
    uses=(option.SHOWS, option.REMARKS),
)
TRACE = Option(
    "trace",
    "",
    "Write the trace (JSON lines, docs/trace.md) to a file.",
    metavar="FILE",
    uses=(option.NEEDS_RUN, option.WATCHES, option.REMARKS),
)
TRACE_ALL = Option(
    "trace-all",
    False,
    "Put source, the IR after each step, PTX, SASS and pressure into the trace too.",
    uses=(option.NEEDS_RUN, option.WATCHES),
)
HTML = Option(
    "html",
    "",
    "Write a page that shows the compile (docs/view.md) to a file.",
    metavar="FILE",
    uses=(option.NEEDS_RUN, option.WATCHES, option.REMARKS),
)
JSON = Option(
    "json",
    False,
    "Print the result's facts as JSON on standard output.",
    uses=(option.SHOWS, option.REMARKS),
)
SUMMARY = Option(
    "summary",
    "auto",
    "A line per kernel on standard error: auto (on a terminal), on or off.",
    choices=("auto", "on", "off"),
    metavar="WHEN",
    uses=(option.SHOWS,),
)
NAMES = Option(
    "names",
    "short",
    "How functions are named to people: short (demangled, no parameters), whole (demangled) or mangled.",
    choices=("short", "whole", "mangled"),
    metavar="STYLE",
    uses=(option.SHOWS,),
)

RESOURCE_USAGE = Option(
    "resource-usage",
    False,
    "Say what each kernel uses: a line as of --summary=on, with ptxas's figures.",
    source="nvcc 13.0",
    aliases=("res-usage",),
    uses=(option.SHOWS,),
)
SHOW_SOURCE = Option(
    "show-src",
    False,
    "Source lines as comments in the PTX (implies -lineinfo).",
    source=_CICC,
    aliases=("source-in-ptx", "src-in-ptx"),
)

# --- running ---
SPLIT_COMPILE = Option(
    "split-compile",
    -1,
    "Compile the parts of a module with N workers (0: all cores, 1: this process alone).",
    source="nvcc 13.0",
    metavar="N",
    minimum=-1,
    uses=(option.SHOWS,),
)
SPLIT_COMPILE_EXTENDED = Option(
    "split-compile-extended",
    -1,
    "The same, whatever a jobserver says.",
    source="nvcc 13.0",
    metavar="N",
    minimum=-1,
    uses=(option.SHOWS,),
)
PASSES = Option(
    "passes",
    "",
    "Run exactly this pipeline text in the OPT stage.",
    source=_CICC,
    aliases=("opt-passes",),
    metavar="TEXT",
    uses=(option.ASSEMBLES, option.NAMES_PASSES),
)
SKIP_PASSES = Option(
    "skip-passes",
    (),
    "Leave out every step of these passes.",
    metavar="PASS,..",
    uses=(option.ASSEMBLES, option.NAMES_PASSES),
)
PLUGINS = Option(
    "plugins",
    (),
    "Passes of other packages to add, by entry point name, or all.",
    metavar="NAME,..",
    uses=(option.NEEDS_RUN, option.ASSEMBLES, option.NAMES_PASSES),
)
CHECK_SEMANTICS = Option(
    "check-semantics",
    False,
    "Execute each kernel unoptimised and as compiled, on the CPU, and compare: exit code 9 where results differ, "
    "77 where a kernel could not be compared.",
)
CHECK_GRID = Option(
    "check-grid", "", "Blocks to execute for --check-semantics (default: made up).", metavar="X[,Y[,Z]]"
)
CHECK_BLOCK = Option(
    "check-block", "", "Threads of a block for --check-semantics (default: what suits the kernel).", metavar="X[,Y[,Z]]"
)
CHECK_SHARED = Option(
    "check-shared",
    -1,
    "Bytes of dynamic shared memory for --check-semantics (-1: 49152 where the kernel uses any).",
    minimum=-1,
    metavar="BYTES",
)
CHECK_ARG: Option[tuple[str, ...]] = Option(
    "check-arg", (), "A kernel argument, spelled as for `opencicc run` (default: made up).", metavar="SPEC"
)
CACHE = Option(
    "cache",
    "auto",
    "Keep results and precompiled headers: on, off or auto (CUDA C++ only).",
    source="measured: a changed .cu takes half the CPU time, the same one a third; IR gains less than its misses cost",
    choices=("auto", "on", "off"),
    metavar="WHEN",
    uses=(option.SHOWS,),
)
CACHE_DIR = Option(
    "cache-dir",
    "",
    "The cache's folder, and switch it on (default: $XDG_CACHE_HOME/opencicc or ~/.cache/opencicc).",
    metavar="DIR",
    uses=(option.SHOWS,),
)
CACHE_SIZE = Option(
    "cache-size",
    1024,
    "Megabytes that the cache may hold; the longest unused go first (0: no limit).",
    metavar="MB",
    minimum=0,
    uses=(option.SHOWS,),
)
ISOLATE = Option(
    "isolate", False, "Compile in a worker process, so that nothing can take this one down.", uses=(option.SHOWS,)
)
TIME_LIMIT = Option(
    "time-limit",
    0,
    "Stop a compile after this many seconds (implies --isolate; 0: never).",
    minimum=0,
    metavar="SECONDS",
    uses=(option.SHOWS,),
)
OPTIONS_FILE = Option(
    "options-file", "", "Read options from a YAML file of name: value lines.", metavar="FILE", uses=(option.SHOWS,)
)

SPLIT_TWICE = "split compilation defined more than once"

SECTIONS: tuple[tuple[str, tuple[Option[Any], ...]], ...] = (
    ("Target and level", (ARCH, GENERATE_CODE, GPU_CODE, PTX_VERSION, OPT_LEVEL, OPTIMIZE_SIZE, FAST_COMPILE, LANGUAGE, M64)),
    ("Arithmetic", (FTZ, PREC_DIV, PREC_SQRT, FMA, FAST_MATH, NO_SIGNED_ZEROS, RECIPROCAL_DIVISION, FP_FOLD_DISABLE, ATOMIC_ORDER)),
    ("Debugging and code generation", (DEBUG, LINE_INFO, SHOW_SOURCE, MAX_REGISTERS, JUMP_TABLES, PROMOTION_ACCESSES, LATE_REASSOCIATE)),
    ("Stages and files", (OUTPUT, EMIT, KEEP, KEEP_DIR, STOP_AFTER, START_FROM, TRY_PTXAS, PTXAS_OPTIONS, LIBDEVICE, LIBNVVM, LINK, LTO, KEEP_SYMBOLS, DRY_RUN)),
    (
        "What is shown",
        (VERBOSE, NO_WARNINGS, WARNINGS_AS_ERRORS, TIME_PASSES, PRINT_BEFORE, PRINT_AFTER,
         PRINT_BEFORE_ALL, PRINT_AFTER_ALL,
         PRINT_CHANGED, PRINT_FUNCTIONS, VERIFY_EACH, STRICT_PASSES, STRICT_NVVM, PASS_LIMIT, PRINT_PIPELINE, RPASS, RPASS_MISSED, RPASS_ANALYSIS, REMARKS, TRACE, TRACE_ALL, HTML, JSON, SUMMARY, RESOURCE_USAGE, NAMES),
    ),
    ("How it runs", (SPLIT_COMPILE, SPLIT_COMPILE_EXTENDED, PASSES, SKIP_PASSES, PLUGINS, CHECK_SEMANTICS, CHECK_GRID, CHECK_BLOCK, CHECK_SHARED, CHECK_ARG, CACHE, CACHE_DIR, CACHE_SIZE, ISOLATE, TIME_LIMIT, OPTIONS_FILE)),
)  # fmt: skip
DRIVER_OPTIONS = tuple(one for _, section in SECTIONS for one in section)


def options_for(use: str) -> tuple[Option[Any], ...]:
    """The options of the driver that are for this (options/option.py names the uses)."""
    return tuple(one for one in DRIVER_OPTIONS if use in one.uses)
