"""Words of nvcc and cicc that are no options of ours: what each means here, or why it is refused and what to use.

Looked at only for a word that nothing declares, so that a plain compile never loads this. A row's value says what
the word takes and does:

    means(...)      short for other options
    host(...)       about the host's side of a program, or already so here: read over
    refused(...)    an error that says what to use instead
"""

from __future__ import annotations

import re

from opencicc.errors import UsageError
from opencicc.record import record

HOST = "it is for the host compiler or linker"
_LTO = "NVIDIA's container for link-time optimisation is closed: write bitcode with --emit=bc, and give all modules at once with -lto"
_PROFILE = "device code is not instrumented: profile the program with Nsight Compute"
_HOST_PROGRAM = (
    "opencicc compiles device code only: write -cubin, -fatbin or -ptx, and leave the host code to nvcc or clang, which can "
    "put our fatbin into its object (docs/nvcc.md)"
)
_MEANINGLESS = "what it does is not published: leave it out"


@record
class Word:
    """What a foreign word means. `takes` is whether a value follows it, after '=' or as the next word."""

    takes: bool = False
    settings: tuple[tuple[str, str], ...] = ()
    why: str = ""
    is_refused: bool = False


def means(*settings: str, takes: bool = False) -> Word:
    """Other options, as name=value; VALUE stands for the word's own."""
    pairs = tuple((name, value) for name, _, value in (setting.partition("=") for setting in settings))
    return Word(takes, pairs)


def host(why: str = HOST, *, takes: bool = False) -> Word:
    return Word(takes, why=why)


def refused(instead: str, *, takes: bool = False) -> Word:
    return Word(takes, why=instead, is_refused=True)


CICC = {
    # what is mapped
    "disable-allopts": means("opt-level=0"), "opt-disable-allopts": means("opt-level=0"), "lnk-disable-allopts": host("linking is the same at every level"),
    "llc-disable-allopts": means("codegen-opt-level=0"), "disable-llc-opts": means("codegen-opt-level=0"),
    "Om": means("opt-level=2"), "enable-mad": means("fma=1"), "unsafe-math": means("fast-math=1", "no-signed-zeros=1"),
    "promote-warnings": means("Werror=1"), "no-lineinfo-inlined-at": host("libLLVM 22 writes no inlined_at"),
    "keep-device-functions": means("rdc=1"), "force-device-c": means("rdc=1"),
    "nvvm-64": means("m64=1"), "trace-lto": means("v=1"), "disable-struct-lowering": means("skip-passes=lower-struct-args"),
    **{f"host-ref-{kind}": means("keep-symbols=VALUE", takes=True) for kind in ("ek", "ik", "ec", "ic", "eg", "ig")},
    # what is so already
    "emit-llvm-bc": host("the front end always hands bitcode on"), "emit-nvvm-latest": host("every dialect of the IR is read"),
    "nvvm-version": host("every dialect of the IR is read", takes=True),
    "discard-value-names": host("names of values never reach the PTX"),
    "lnk-discard-value-names": host("see discard-value-names"), "opt-discard-value-names": host("see discard-value-names"), "lto-discard-value-names": host("see discard-value-names"),
    "enable-opt-byval": host("struct parameters are always looked at"), "extra-device-vectorization": host("-O2 and -O3 vectorise what pays"),
    "rox-opt": host("read-only loads follow from the pointers"), "has-global-host-info": host("-lto keeps what the host names with --keep-symbols"),
    "optimize-unused-variables": host("-lto removes what no kernel needs"), "partial-link": host("every link here may be one of several"),
    "orig-src-file-name": host("the input's own name is used", takes=True), "orig-src-path-name": host("the input's own name is used", takes=True),
    "disable-load-select-transform": host("no step makes selects of loads"), "no-aggressive-positive-stride-analysis": host("no step guesses strides"),
    "no-version-ident": host("the PTX names no version of a compiler"), "static-host-stub": host(), "device-hidden-visibility": host("what other modules see is -rdc's to say"),
    "allow-managed": host("managed variables are always allowed"), "tused": host(), "gen-module-id-file": host(), "module-id-file-name": host(takes=True),
    "include-file-name": host(takes=True), "gen-c-file-name": host(takes=True), "stub-file-name": host(takes=True), "gen-device-file-name": host(takes=True), "gnu-version": host("clang says which GCC it is", takes=True),
    # what can't be
    "m32": refused("device code is 64-bit: leave it out"), "nvvm-32": refused("device code is 64-bit: leave it out"),
    "gen-lto": refused(_LTO), "gen-opt-lto": refused(_LTO), "gen-lto-and-llc": refused(_LTO), "olto": refused(_LTO, takes=True),
    "dlto": refused(_LTO), "emit-optix-ir": refused("OptiX IR is NVIDIA's closed container: compile to PTX, which OptiX takes too"),
    "covinfo": refused(_PROFILE, takes=True), "profinfo": refused(_PROFILE, takes=True), "profile-instr-use": refused(_PROFILE, takes=True),
    "Xlgenfe": refused("clang is the front end: use -I, -D, -U, -std, -include", takes=True), "lgenfe": refused("for the front end alone use --stop-after=lnk --emit=ll on a .cu file"),
    "device-time-trace": refused("use --trace=FILE (docs/trace.md) or --time-passes", takes=True), "trace-env": refused("use --trace=FILE (docs/trace.md)", takes=True),
    "enable-verbose-asm": refused("use -show-src for source lines, --print-after for the IR"),
    "tile-only": refused("tile IR is not read: give CUDA C++ or LLVM IR"), "force-llp64": refused("only Linux's and macOS' data model is supported"),
    "global-mem": refused(_MEANINGLESS), "qualified": refused(_MEANINGLESS),
}  # fmt: skip

NVCC = {
    "ptx": means("emit=ptx"), "cubin": means("emit=cubin"), "fatbin": means("emit=fatbin"), "G": means("g=1"),
    "save-temps": means("keep=1"), "optimize": means("opt-level=VALUE", takes=True), "verbose": means("v=1"), "disable-warnings": means("w=1"),
    **{name: host(takes=True) for name in (
        "Xcompiler", "compiler-options", "ccbin", "compiler-bindir", "Xlinker", "linker-options", "Xarchive", "archive-options",
        "cudart", "cudadevrt", "library", "library-path", "default-stream", "host-linker-script", "libdevice-directory", "ldir",
        "target-directory", "tdir", "Xnvlink", "nvlink-options", "Wext-lambda-captures-this", "L", "l")},
    **{name: host() for name in (
        "forward-unknown-to-host-compiler", "forward-unknown-to-host-linker", "forward-unknown-opts", "allow-unsupported-compiler",
        "no-host-device-initializer-list", "no-host-device-move-forward", "Wreorder", "Wdefault-stream-launch", "use-local-env", "no-compress", "compress-all")},
    **{name: host("clang takes it without being asked") for name in (
        "expt-relaxed-constexpr", "expt-extended-lambda", "extended-lambda", "brief-diagnostics", "std-extended")},
    **{name: host("clang has other warnings, and other numbers for them", takes=True) for name in (
        "diag-suppress", "diag-error", "diag-warn", "Xcudafe", "cudafe-options")},
    **{name: host("clang has other warnings, and other numbers for them") for name in (
        "display-error-number", "no-display-error-number", "Wno-deprecated-gpu-targets", "Wmissing-launch-bounds", "Wno-deprecated-declarations")},
    "threads": host("the architectures of a fatbin are compiled one after the other", takes=True), "t": host("the architectures of a fatbin are compiled one after the other", takes=True),
    "time": refused("use --time-passes", takes=True), "compress-mode": host("fatbinary's default is used", takes=True),
    "link": refused(_HOST_PROGRAM), "cuda": refused(_HOST_PROGRAM), "lib": refused(_HOST_PROGRAM), "shared": refused(_HOST_PROGRAM),
    "device-link": refused("link bitcode here (several inputs, -lto), or cubins of -rdc with NVIDIA's nvlink"), "dlink": refused("link bitcode here (several inputs, -lto), or cubins of -rdc with NVIDIA's nvlink"),
    "run": refused("`opencicc run kernel.ptx` executes kernels, without a GPU"), "E": refused("`clang -E` preprocesses"), "preprocess": refused("`clang -E` preprocesses"),
    "M": refused("use -MD, which writes the rule beside the output"), "MM": refused("use -MD, which writes the rule beside the output"),
    "generate-dependencies": refused("use -MD, which writes the rule beside the output"), "odir": refused("name the output with -o", takes=True), "output-directory": refused("name the output with -o", takes=True),
    "ewp": refused("use -rdc and a device link"), "extensible-whole-program": refused("use -rdc and a device link"), "clean": refused("nothing is left behind to be cleaned"),
    "dopt": refused("-G is -g, and a level beside it says how much is optimised: -g -O3", takes=True), "dlink-time-opt": refused(_LTO), "lto-all": refused(_LTO),
    "astoolspatch": refused("use -v to see what is run"), "list-gpu-arch": refused("docs/generated/targets.md lists them"), "list-gpu-code": refused("docs/generated/targets.md lists them"),
}  # fmt: skip
# Libraries and their folders, glued to the option: -lcudart, -L/usr/lib. Not every -l...: it may be a slip of the pen.
_GLUED = re.compile(r"L[/.$~].*|l(cu\w*|nv\w*|pthread|stdc\+\+|gomp|dl|rt|m)")
COMPILE_ONLY = ("c", "compile")
FORWARDS = "forward-unknown-to-host-compiler"
NO_OBJECT = f"-c makes an object file with the host's code in it: {_HOST_PROGRAM}"


def find(name: str) -> Word | None:
    """The row of a word, by its name without dashes and value."""
    key = name.replace("_", "-")
    return CICC.get(key) or NVCC.get(key) or (NVCC["l"] if is_glued(name) else None)


def is_glued(name: str) -> bool:
    """Does the value of this word stand in the same word?"""
    return _GLUED.fullmatch(name) is not None


def refuse(word: str, row: Word, at: str) -> UsageError:
    return UsageError(f"{word} is an unsupported option", at=at, fix=row.why)


def jump_tables(text: str, at: str) -> str:
    """-jump-table-density=N as --jump-tables: above 100 percent there are none; libLLVM's own measure is 10."""
    if not text.isdigit():
        raise UsageError(f"{text} is an unsupported value for option: jump-table-density", at=at, fix="a percentage")
    if int(text) > 100:
        return "0"
    if int(text) == 10:
        return "1"
    raise UsageError(
        f"{text} is an unsupported value for option: jump-table-density",
        at=at,
        fix="libLLVM makes tables from 10 percent on: write 10 (or --jump-tables=1), or 101 for none",
    )
