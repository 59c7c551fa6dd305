"""Bad inputs and bad words, and exactly what the command line says: no traceback, no partial output, the right code.

Each case runs in an empty folder with `good.ll` and its own input in it, and must leave nothing else behind.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from opencicc.cli import main
from opencicc.llvm import helper
from opencicc.llvm.ir import Context
from opencicc.llvm.library import version_text
from tests.shell import opencicc

TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'
GOOD = f"{TRIPLE}define ptx_kernel void @k(ptr %p) {{\n  store i32 1, ptr %p\n  ret void\n}}\n"


@dataclass(frozen=True)
class Case:
    """A command line (`IN` is the input's name), the exit code, and standard error without the first 'error: '."""

    name: str
    code: int
    said: str
    data: str | bytes = GOOD
    words: tuple[str, ...] = ("IN", "-arch=sm_90", "-o", "out.ptx")
    stdin: bytes = field(default=b"", repr=False)


def kernel(body: str, more: str = "") -> str:
    return f"{TRIPLE}{more}define ptx_kernel void @k(ptr %p, double %a) {{\n{body}  ret void\n}}\n"


FP128 = kernel("  %x = load fp128, ptr %p\n  %y = fmul fp128 %x, %x\n  store fp128 %y, ptr %p\n")
POW = kernel("  %x = call double @llvm.pow.f64(double %a, double %a)\n  store double %x, ptr %p\n")
TLS = kernel(
    "  %t = call ptr @llvm.threadlocal.address.p0(ptr @t)\n  %v = load i32, ptr %t\n  store i32 %v, ptr %p\n",
    "@t = thread_local global i32 0\n",
)
UNKNOWN_INTRINSIC = kernel("  call void @llvm.nvvm.nonsense()\n", "declare void @llvm.nvvm.nonsense()\n")
WGMMA = kernel("  call void @llvm.nvvm.wgmma.fence.sync.aligned()\n")
BROKEN = kernel("  br label %end\nside:\n  %x = add i32 1, 2\n  br label %end\nend:\n  store i32 %x, ptr %p\n")
SYNTAX = kernel("  %x = add i32 1 2\n")
LONG_LINE = kernel(f"  %x = add i32 1, {' ' * 5_000}x{' ' * 5_000}\n")

# --- inputs ---
INPUTS = [
    Case("empty", 6, "the input is empty\n  at:  IN\n  fix: give LLVM IR as text or bitcode", b""),
    Case("blank", 6, "the input is empty\n  at:  IN\n  fix: give LLVM IR as text or bitcode", b" \n\n"),
    Case(
        "binary garbage",
        6,
        "neither bitcode nor text IR: binary data without the bitcode magic\n  at:  IN\n"
        "  fix: give LLVM IR as text (.ll) or bitcode (.bc)",
        bytes(range(256)),
    ),
    Case(
        "syntax error",
        6,
        "expected ',' in arithmetic operation\n  at:  IN:3:18\n  fix: correct the IR at this place\n"
        "  |   %x = add i32 1 2\n  |                  ^",
        SYNTAX,
    ),
    Case(
        "syntax error in a long line",
        6,
        "expected value token\n  at:  IN:3:5019\n  fix: correct the IR at this place\n"
        f"  | {' ' * 50}x\n  | {' ' * 50}^",
        LONG_LINE,
    ),
    Case(
        "not valid",
        6,
        "the module is not valid IR\n  at:  IN\n  fix: correct it\n  | Instruction does not dominate all uses!\n"
        "  |   %x = add i32 1, 2\n  |   store i32 %x, ptr %p, align 4",
        BROKEN,
    ),
    Case(
        "another target",
        9,
        "IN: Module does not contain a triple, should be 'nvptx64-'\n  at:  IN\n"
        "  fix: the module is for x86_64-unknown-linux-gnu: build it for NVPTX",
        GOOD.replace("nvptx64-nvidia-cuda", "x86_64-unknown-linux-gnu"),
    ),
    Case(
        "no target",
        9,
        "Module does not contain a triple, should be 'nvptx64-'\n  at:  IN\n"
        '  fix: put this line into the module: target triple = "nvptx64-nvidia-cuda"',
        GOOD.replace(TRIPLE, ""),
        words=("IN", "-arch=sm_90", "--strict-nvvm", "-o", "out.ptx"),
    ),
    Case(
        "IR of another release",
        3,
        "IN: error: incompatible IR detected. Possible mix of compiler/IR from different releases.\n"
        "  at:  IN: IR version 7.9; this compiler takes 2.0 to 2.98\n"
        "  fix: rebuild the module with a front end of this release, or set NVVM_IR_VER_CHK=0 to link it all the same",
        GOOD + "!nvvmir.version = !{!0}\n!0 = !{i32 7, i32 9}\n",
    ),
    Case(
        "fp128",
        9,
        "arithmetic of fp128 needs the function __nv_mul_fp128, which no module brings\n  at:  function k\n"
        "  fix: link a module that defines __nv_mul_fp128, or compute in double, the widest float of a GPU\n"
        "  | %y = fmul contract fp128 %x, %x",
        FP128,
    ),
    Case(
        "llvm.pow.f64",
        9,
        "code generation failed: Cannot select: node1: f64 = fpow node2, node2\n  at:  function k\n"
        "  fix: call libdevice's __nv_pow (double) or __nv_powf (float) instead of LLVM's intrinsic\n"
        + "  |   node2: f64,ch = load<(dereferenceable invariant load (s64), addrspace 101)> node3, "
        "ExternalSymbol:i64'k_param_1', undef:i64\n" * 2,
        POW,
        words=("IN", "-arch=sm_90", "--start-from=opt", "-o", "out.ptx"),  # LNK would call libdevice
    ),
    Case(
        "thread-local storage",
        9,
        "thread-local variable @t: PTX has no thread-local storage\n  at:  @t\n"
        "  fix: use a local variable, or an array indexed by the thread number",
        TLS,
    ),
    Case(
        "unknown intrinsic",
        9,
        "unknown intrinsic @llvm.nvvm.nonsense\n  at:  @llvm.nvvm.nonsense\n"
        f"  fix: libLLVM {version_text()} has no intrinsic of this name: check its spelling and suffixes",
        UNKNOWN_INTRINSIC,
    ),
    Case(
        "an instruction of a newer architecture",
        9,
        "code generation failed: Cannot select: intrinsic %llvm.nvvm.wgmma.fence.sync.aligned\n"
        "  fix: NVPTX has no instruction for this: rewrite it, or choose an -arch that has it",
        WGMMA,
        ("IN", "-arch=sm_80", "-o", "out.ptx"),
    ),
    Case(
        "empty standard input",
        6,
        "the input is empty\n  at:  <stdin>\n  fix: give LLVM IR as text or bitcode",
        words=("-", "-o", "out.ptx"),
    ),
    Case(
        "one symbol twice",
        9,
        "IN: link error: Linking globals named 'k': symbol multiply defined!\n  at:  good.ll and IN\n"
        "  fix: rename one @k, or make it internal (static)",
        words=("good.ll", "IN", "-o", "out.ptx"),
    ),
    Case(
        "one file twice",
        9,
        "IN: link error: Linking globals named 'k': symbol multiply defined!\n  at:  IN and IN\n"
        "  fix: give each file once",
        words=("IN", "IN", "-o", "out.ptx"),
    ),
    Case(
        "CUDA C++ as IR",
        6,
        "the input is C or CUDA C++, not LLVM IR\n  at:  IN\n"
        "  fix: name the file .cu, or say -x cuda: clang then makes IR of it\n  | expected top-level entity",
        "// a kernel\n__global__ void k(float *p) { *p = 1; }\n",
    ),
    Case(
        "C as IR",
        6,
        "the input is C or CUDA C++, not LLVM IR\n  at:  <stdin>\n"
        "  fix: name the file .cu, or say -x cuda: clang then makes IR of it\n  | expected top-level entity",
        words=("-", "-o", "out.ptx"),
        stdin=b"#include <stdio.h>\nint main(void) { return 0; }\n",
    ),
    Case(
        "PTX as IR",
        6,
        "the input is PTX, not LLVM IR\n  at:  IN\n"
        "  fix: `opencicc report` and `opencicc run` read PTX; here give the IR that it was made from\n"
        "  | expected top-level entity",
        "//\n.version 9.0\n.target sm_90\n",
    ),
    Case(
        "IR with a comment of C stays IR",
        6,
        "expected top-level entity\n  at:  IN:2:1\n  fix: correct the IR at this place\n  | // store one\n  | ^",
        GOOD.replace(TRIPLE, f"{TRIPLE}// store one\n"),
    ),
]

# --- files ---
FILES = [
    Case(
        "no such file",
        4,
        "cannot read missing.ll: No such file or directory\n  at:  missing.ll\n  fix: check the name; - reads standard input",
        words=("missing.ll", "-o", "out.ptx"),
    ),
    Case(
        "a folder as input",
        4,
        "cannot read .: Is a directory\n  at:  .\n  fix: name a file, not a folder",
        words=(".", "-o", "out.ptx"),
    ),
    Case(
        "output to nowhere",
        4,
        "cannot write no/out.ptx: No such file or directory\n  at:  no/out.ptx\n"
        "  fix: check that the folder exists and is writable",
        words=("IN", "-o", "no/out.ptx"),
    ),
    Case(
        "no space left",
        4,
        "cannot write /dev/full: No space left on device\n  at:  /dev/full\n  fix: free some space or write elsewhere",
        words=("IN", "-o", "/dev/full"),
    ),
    Case(
        "remarks to nowhere",
        4,
        "cannot write no/r.yaml: No such file or directory\n  at:  no/r.yaml\n"
        "  fix: check that the folder exists and is writable",
        words=("IN", "-o", "out.ptx", "--remarks=no/r.yaml"),
    ),
    Case(
        "stage files to nowhere",
        4,
        "cannot write good.ll/x: Not a directory\n  at:  good.ll/x\n  fix: check that the folder exists and is writable",
        words=("IN", "-o", "out.ptx", "--keep-dir=good.ll/x"),
    ),
    Case(
        "the output is the input",
        2,
        "the output IN is an input\n  at:  IN\n  fix: name another file with -o",
        words=("good.ll", "IN", "-o", "IN"),
    ),
    Case(
        "the input under another name",
        2,
        "the output ./IN is an input\n  at:  IN\n  fix: name another file with -o",
        words=("IN", "-o", "./IN"),
    ),
    Case(
        "the default output is the input",
        2,
        "the output IN is an input\n  at:  IN\n  fix: name another file with -o",
        words=("IN", "--emit=ll"),
    ),
    Case(
        "the output of opt is its input",
        2,
        "the output IN is an input\n  at:  IN\n  fix: name another file with -o",
        words=("opt", "IN", "--passes=sroa", "-o", "IN"),
    ),
    Case(
        "the trace is an input",
        2,
        "the output good.ll is an input\n  at:  good.ll\n  fix: name another file with -o",
        words=("IN", "-link=good.ll", "-o", "out.ptx", "--trace=good.ll"),
    ),
    Case(
        "no options file",
        4,
        "cannot read the options file: No such file or directory\n  at:  o.yaml",
        words=("IN", "-o", "out.ptx", "--options-file=o.yaml"),
    ),
]

# --- words ---
ARCHS = (
    "sm_75, sm_80, sm_86, sm_87, sm_88, sm_89, sm_90, sm_90a, sm_100, sm_100a, sm_100f, sm_103, sm_103a, sm_103f, "
    "sm_110, sm_110a, sm_110f, sm_120, sm_120a, sm_120f, sm_121, sm_121a, sm_121f (or compute_N)"
)
SUBCOMMANDS = f"subcommands are {', '.join(main.SUBCOMMANDS)}"
WORDS = [
    Case(
        "no input",
        2,
        "Missing input file\n  fix: name a .ll, .bc or .cu file, or - for standard input; --help shows the options",
        words=(),
    ),
    Case(
        "no output name",
        2,
        "Missing output file\n  at:  command line, argument 2\n  fix: give it a value: -o VALUE",
        words=("IN", "-o"),
    ),
    Case(
        "unknown architecture",
        2,
        "-arch=sm_91 is an unsupported option\n  at:  command line, argument 2\n"
        f"  fix: did you mean 'sm_90'? supported: {ARCHS}",
        words=("IN", "-arch=sm_91", "-o", "out.ptx"),
    ),
    Case(
        "architecture of the past",
        2,
        f"-arch=sm_70 is an unsupported option\n  at:  command line, argument 2\n"
        f"  fix: sm_75 is the oldest; supported: {ARCHS}",
        words=("IN", "-arch=sm_70", "-o", "out.ptx"),
    ),
    Case(
        "architecture of the future",
        2,
        f"-arch=compute_130a is an unsupported option\n  at:  command line, argument 2\n"
        f"  fix: sm_121 is the newest known here; supported: {ARCHS}",
        words=("IN", "-arch=compute_130a", "-o", "out.ptx"),
    ),
    Case(
        "a misspelt subcommand",
        2,
        "'repotr' is neither a file nor a subcommand\n  at:  the first word\n"
        f"  fix: did you mean 'report'? {SUBCOMMANDS}",
        words=("repotr", "IN"),
    ),
    Case(
        "help without dashes",
        2,
        f"'help' is neither a file nor a subcommand\n  at:  the first word\n  fix: did you mean '--help'? {SUBCOMMANDS}",
        words=("help",),
    ),
    Case(
        "no such passes",
        2,
        "no pass begins with 'srao'\n  fix: did you mean 'sroa'?",
        words=("passes", "srao"),
    ),
    Case(
        "passes from their middle",
        2,
        "no pass begins with 'rp-aware'\n  fix: these contain it: sink<rp-aware>",
        words=("passes", "rp-aware"),
    ),
    Case(
        "no such options",
        2,
        "no option begins with 'zzz'\n  fix: `opencicc options` lists all of them",
        words=("options", "zzz", "--json"),
    ),
    Case(
        "bisect with a check that is not there",
        9,
        "the check did not run: it was not found (exit code 127)\n  at:  --check=exit 127 # {}\n"
        "  fix: correct the command; a check that means to fail exits with another code",
        words=("bisect", "IN", "--check=exit 127 # {}"),
    ),
    Case(
        "bisect with a check that can't be executed",
        9,
        "the check did not run: it can't be executed (exit code 126)\n  at:  --check=exit 126\n"
        "  fix: correct the command; a check that means to fail exits with another code",
        words=("bisect", "IN", "--check=exit 126"),
    ),
    Case(
        "PTX too old",
        2,
        "PTX version 6.3 is too old for sm_90\n  at:  command line, argument 3\n"
        "  fix: sm_90 needs PTX 7.8 or newer; leave --ptx-version out for 9.0",
        words=("IN", "-arch=sm_90", "--ptx-version=6.3", "-o", "out.ptx"),
    ),
    Case(
        "fast-compile level",
        2,
        "libnvvm : error: -Ofast-compile called with unsupported level, only supports 0, min, mid, or max\n"
        "  at:  command line, argument 2\n  fix: write -Ofast-compile=0, min, mid or max",
        words=("IN", "-Ofast-compile=fast", "-o", "out.ptx"),
    ),
    Case(
        "fast-compile twice",
        2,
        "libnvvm : error: -Ofast-compile specified more than once\n  at:  command line, argument 3\n"
        "  fix: keep one of them",
        words=("IN", "-Ofc=max", "-Ofc=max", "-o", "out.ptx"),
    ),
    Case(
        "one option, two values",
        2,
        "maxreg defined more than once\n  at:  command line, argument 3 (first: command line, argument 2)\n"
        "  fix: keep one of 32 and 64",
        words=("IN", "-maxreg=32", "-maxreg=64", "-o", "out.ptx"),
    ),
    Case(
        "unknown option",
        2,
        "-prec-dvi=0 is an unsupported option\n  at:  command line, argument 2\n"
        "  fix: did you mean 'prec-div'? `opencicc --help` and `opencicc options` list all of them",
        words=("IN", "-prec-dvi=0", "-o", "out.ptx"),
    ),
    Case(
        "unknown pass option",
        2,
        "unknown option 'do-lcm'\n  at:  command line, argument 2\n"
        "  fix: did you mean 'do-licm'? `opencicc options` lists all of them",
        words=("IN", "-opt", "-do-lcm=0", "-o", "out.ptx"),
    ),
    Case(
        "bad pattern",
        2,
        "( is an unsupported value for option: Rpass\n  at:  command line, argument 2\n"
        "  fix: it is no regular expression: missing ), unterminated subpattern at position 0",
        words=("IN", "-Rpass=(", "-o", "out.ptx"),
    ),
    Case(
        "unknown pass",
        2,
        "unknown pass name 'no-such-pass'\n  at:  command line, argument 2, column 1\n"
        "  fix: `opencicc passes` lists all of them",
        words=("IN", "--passes=no-such-pass", "-o", "out.ptx"),
    ),
    Case(
        "stages in the wrong order",
        2,
        "--start-from=llc comes after --stop-after=opt\n  at:  command line, argument 3\n"
        "  fix: stages run in the order lnk, opt, llc, mach",
        words=("IN", "--stop-after=opt", "--start-from=llc"),
    ),
]
CASES = [*INPUTS, *FILES, *WORDS]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.ll").write_text(GOOD)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_message(case: Case) -> None:
    if "/dev/full" in case.words and not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    Path("in.ll").write_bytes(case.data.encode() if isinstance(case.data, str) else case.data)
    words = [word.replace("IN", "in.ll") for word in case.words]
    outcome = opencicc(*words, stdin=case.stdin)
    assert outcome.err.rstrip("\n") == f"error: {case.said}".replace("IN", "in.ll").rstrip("\n")
    assert (outcome.code, outcome.stdout) == (case.code, b"")
    assert sorted(os.listdir()) == ["good.ll", "in.ll"]


@pytest.mark.parametrize("form", ["cut short", "bits flipped", "cut in the header"])
def test_damaged_bitcode(form: str) -> None:
    with Context() as context:
        bitcode = context.parse(GOOD.encode(), "good").bitcode()
    flipped = bitcode[:200] + bytes(byte ^ 0xFF for byte in bitcode[200:208]) + bitcode[208:]
    forms = {"cut short": bitcode[: len(bitcode) // 2], "bits flipped": flipped, "cut in the header": bitcode[:6]}
    Path("in.bc").write_bytes(forms[form])
    outcome = opencicc("in.bc", "-o", "out.ptx", *(["--isolate"] if helper.load() is None else []))
    what, at, fix, *_ = outcome.err.splitlines()
    assert what.startswith("error: malformed bitcode: ")
    assert (at, fix) == ("  at:  in.bc", "  fix: the file is damaged or cut short: make it again")
    assert (outcome.code, sorted(os.listdir())) == (6, ["good.ll", "in.bc"])


def test_a_crash_in_a_pass() -> None:
    """Malformed loop metadata makes LLVM's unroller read a null pointer."""
    if helper.load() is None:
        pytest.skip("a crash is survived in process only with the native helper")
    trap = Path(__file__).parent.parent / "traps" / "loop_metadata_null.ll"
    outcome = opencicc(str(trap), "-arch=sm_90", "-o", "out.ptx")
    assert outcome.err.startswith("error: LLVM pass failed")
    assert outcome.err.splitlines()[1:] == [
        "  fix: this is a fault in opencicc or libLLVM: please report it with the module (see --keep)",
        "  | libLLVM crashed: crash: Segmentation fault",
    ]
    assert (outcome.code, os.listdir()) == (9, ["good.ll"])


def test_a_crash_in_a_worker_is_reported() -> None:
    """The same input there: with the helper the worker survives it, without it dies; this process goes on."""
    trap = Path(__file__).parent.parent / "traps" / "loop_metadata_null.ll"
    outcome = opencicc(str(trap), "-arch=sm_90", "-o", "out.ptx", "--isolate")
    said = "LLVM pass failed" if helper.load() else "the worker process died (signal SIGSEGV)"
    assert outcome.code == 9
    assert outcome.err.startswith(f"error: {said}")
    assert os.listdir() == ["good.ll"]
    assert opencicc("good.ll", "-o", "-", "--isolate").code == 0


def test_an_endless_pass_meets_its_time_limit() -> None:
    """Source locations inlined into each other: LLVM follows the chain for ever."""
    trap = Path(__file__).parent.parent / "traps" / "debug_cyclic_inline.ll"
    outcome = opencicc(str(trap), "-o", "out.ptx", "--time-limit=1")
    assert outcome.err == (
        f"error: the compile ran past its limit of 1 s and was stopped\n  at:  {trap}\n"
        "  fix: raise --time-limit, lower -O, or find the pass with --time-passes on a smaller input\n"
    )
    assert (outcome.code, os.listdir()) == (10, ["good.ll"])


def test_a_fault_of_ours_leaves_a_folder_to_report(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from opencicc.cli import compile as command

    def fail(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(command, "compile_with_values", lambda *_, **__: fail())
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    outcome = opencicc("good.ll", "-o", "out.ptx")
    (folder,) = tmp_path.glob("opencicc-crash-*")
    assert outcome.err == (f"error: ZeroDivisionError: on purpose\n  fix: please report it with the folder {folder}\n")
    assert outcome.code == 9
    assert (folder / "repro.sh").read_text() == "opencicc good.ll -o out.ptx\n"
    assert (folder / "good.ll").read_text() == GOOD
    assert "ZeroDivisionError" in (folder / "traceback.txt").read_text()


def test_a_reader_that_goes_away_is_no_error() -> None:
    """`opencicc k.ll -o - | head -1` in a real shell."""
    import subprocess
    import sys

    command = f"{sys.executable} -m opencicc.cli.main good.ll -o - | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("0", "")


def test_warnings_as_errors_leave_no_output() -> None:
    old_debug = '!llvm.dbg.cu = !{}\n!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 1}\n'
    Path("in.ll").write_text(GOOD + old_debug)
    warning = "ignoring debug info with an invalid version (1) in in.ll"
    shown, silent = opencicc("in.ll", "-o", "-"), opencicc("in.ll", "-o", "-", "-w")
    assert (shown.code, shown.err) == (0, f"warning: {warning}\n")
    assert (silent.code, silent.err) == (0, "")
    strict = opencicc("in.ll", "-o", "out.ptx", "-Werror")
    assert strict.err == f"error: warning treated as error: {warning}\n  fix: correct it, or leave out -Werror\n"
    assert (strict.code, sorted(os.listdir())) == (9, ["good.ll", "in.ll"])


@pytest.mark.parametrize("words", [("--emit=cubin", "-o", "out.cubin"), ("--summary=on", "-o", "out.ptx")], ids=str)
def test_a_ptxas_that_fails_keeps_its_input(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """An error where its output is wanted, else a warning; either way the PTX lies where the message says."""
    Path("ptxas").write_text("#!/bin/sh\necho no such register >&2\nexit 3\n")
    Path("ptxas").chmod(0o755)
    Path("kept").mkdir()
    monkeypatch.setenv("OPENCICC_PTXAS", "./ptxas")
    monkeypatch.setattr("tempfile.tempdir", str(Path("kept").resolve()))
    outcome = opencicc("good.ll", "-arch=sm_90", *words)
    (kept,) = Path("kept").resolve().glob("*/kernel.ptx")
    assert kept.read_text() == opencicc("good.ll", "-arch=sm_90", "-o", "-").out
    what, at, fix, said = outcome.err.splitlines()[:4]
    assert what.endswith(": ptxas failed with exit code 3")
    assert at.startswith("  at:  the command was: ./ptxas -v -arch=sm_90 ")
    assert fix == f"  fix: run the command again to see it; its input is kept as {kept}"
    assert said == "  | no such register"
    is_wanted = "--emit=cubin" in words
    assert (outcome.code, what.split(":")[0]) == ((9, "error") if is_wanted else (0, "warning"))
    assert Path("out.ptx").exists() is not is_wanted
