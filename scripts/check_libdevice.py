"""Compile every public libdevice function, one kernel each, and give all of them to ptxas.

    python scripts/check_libdevice.py                        all architectures, modes and levels
    python scripts/check_libdevice.py --arch sm_90 --level O3 --ftz 0

The PTX may hold no `__nvvm_reflect` and no libdevice function but the three noinline helpers. The
functions and their types are read out of the library itself.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import opencicc
from opencicc.link.libdevice import NOINLINE_HELPERS, PREFIX, find_library
from opencicc.llvm.ir import Context

ARCHS = ("sm_75", "sm_90", "sm_120")
LEVELS: dict[str, dict[str, object]] = {
    "O0": {"opt-level": 0},
    "Ofcmax": {"Ofast-compile": "max"},
    "O3": {"opt-level": 3},
}
KERNELS_PER_MODULE = 50
HEADER = 'target triple = "nvptx64-nvidia-cuda"\n'
_FUNCTION = re.compile(r"^\s*(?:\.visible |\.weak |\.extern )*\.func\s+(?:\([^)]*\)\s*)?(\w+)", re.MULTILINE)
_ENTRY = re.compile(r"^\s*\.visible \.entry (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Signature:
    """A library function and its types as IR text."""

    name: str
    result: str
    params: tuple[str, ...]

    @property
    def declaration(self) -> str:
        return f"declare {self.result} @{self.name}({', '.join(self.params)})"


def public_functions() -> list[Signature]:
    memory = find_library()
    with Context() as context:
        library = context.parse_lazily(memory.address, memory.size, memory.name)
        return [
            Signature(f.name, f.value_type.result.text, tuple(p.text for p in f.value_type.params))
            for f in library.functions
            if f.name.startswith(PREFIX) and not f.is_declaration
        ]


def kernel_for(signature: Signature) -> str:
    """A kernel that calls the function on loaded values; pointer arguments point into the output."""
    lines, arguments = [], []
    for number, type_ in enumerate(signature.params):
        source = "out" if type_ == "ptr" else "in"
        lines.append(f"  %p{number} = getelementptr i8, ptr %{source}, i64 {8 + 8 * number}")
        if type_ == "ptr":
            arguments.append(f"ptr %p{number}")
        else:
            lines.append(f"  %a{number} = load {type_}, ptr %p{number}")
            arguments.append(f"{type_} %a{number}")
    call = f"call {signature.result} @{signature.name}({', '.join(arguments)})"
    if signature.result == "void":
        lines.append(f"  {call}")
    else:
        lines += [f"  %r = {call}", f"  store {signature.result} %r, ptr %out"]
    body = "\n".join(lines)
    return f"define ptx_kernel void @k{signature.name}(ptr %in, ptr %out) {{\n{body}\n  ret void\n}}\n"


def modules(signatures: list[Signature], size: int = KERNELS_PER_MODULE) -> Iterator[tuple[list[Signature], str]]:
    for start in range(0, len(signatures), size):
        part = signatures[start : start + size]
        yield part, HEADER + "\n".join([*(kernel_for(s) for s in part), *(s.declaration for s in part)]) + "\n"


def compile_module(text: str, arch: str, level: str, ftz: bool) -> str:
    return opencicc.compile(text, arch=arch, options={**LEVELS[level], "ftz": ftz}).ptx


def problems(ptx: str, part: list[Signature]) -> list[str]:
    """What must not be in the PTX, or is missing from it."""
    found = []
    if "__nvvm_reflect" in ptx or "__CUDA_" in ptx:
        found.append("a reflect query is left")
    left = set(_FUNCTION.findall(ptx)) - set(NOINLINE_HELPERS)
    if left:
        found.append(f"functions are left: {', '.join(sorted(left))}")
    missing = {f"k{s.name}" for s in part} - set(_ENTRY.findall(ptx))
    if missing:
        found.append(f"kernels are missing: {', '.join(sorted(missing))}")
    return found


def find_ptxas() -> str | None:
    for found in sorted((Path(sysconfig.get_path("purelib")) / "nvidia").glob("**/bin/ptxas")):
        return str(found)
    return shutil.which("ptxas")


def assemble(ptxas: str, ptx: str, arch: str) -> str:
    """What ptxas has against the PTX, or ''."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernels.ptx"
        source.write_text(ptx)
        command = [ptxas, f"-arch={arch}", "-o", "/dev/null", str(source)]
        result = subprocess.run(command, capture_output=True, text=True)
    return "" if result.returncode == 0 else f"{' '.join(command)}\n{result.stderr}{result.stdout}"


def check(signatures: list[Signature], arch: str, level: str, ftz: bool, ptxas: str | None) -> list[str]:
    faults = []
    start, size = time.perf_counter(), 0
    for part, text in modules(signatures):
        ptx = compile_module(text, arch, level, ftz)
        size += len(ptx)
        faults += problems(ptx, part)
        refused = assemble(ptxas, ptx, arch) if ptxas else ""
        faults += [refused] if refused else []
    seconds = time.perf_counter() - start
    verdict = "ok" if not faults else "FAILED"
    print(f"{arch} ftz={int(ftz)} {level}: {len(signatures)} kernels, {size} bytes of PTX, {seconds:.1f} s: {verdict}")
    for fault in faults:
        print(f"  {fault}")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arch", action="append", help=f"default: {' '.join(ARCHS)}")
    parser.add_argument("--level", action="append", choices=LEVELS)
    parser.add_argument("--ftz", action="append", type=int, choices=(0, 1))
    arguments = parser.parse_args()
    ptxas = find_ptxas()
    if ptxas is None:
        print("ptxas is not installed: `pip install nvidia-cuda-nvcc` brings it", file=sys.stderr)
        return 2
    signatures = public_functions()
    faults, runs = 0, 0
    for arch in arguments.arch or ARCHS:
        for ftz in arguments.ftz or (0, 1):
            for level in arguments.level or LEVELS:
                faults += len(check(signatures, arch, level, bool(ftz), ptxas))
                runs += 1
    print(f"{len(signatures)} functions in {runs} configurations: {len(signatures) * runs} kernels, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
