"""Compile a handful of example kernels to PTX with the command line, and let ptxas judge the result.

This is `make run`: the first thing a new user sees. The PTX lands in out/.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ARCH = "sm_90"
EXAMPLES = ("saxpy", "tiled_matmul", "warp_shuffle", "atomics", "half_bf16", "struct_args", "printf")


def main() -> int:
    out = ROOT / "out"
    out.mkdir(exist_ok=True)
    ptxas = find_ptxas()
    failures = 0
    for name in EXAMPLES:
        source, ptx = ROOT / "examples" / "ir" / f"{name}.ll", out / f"{name}.ptx"
        command = ["opencicc", os.path.relpath(source), f"-arch={ARCH}", "-o", os.path.relpath(ptx)]
        print("$", " ".join(command), flush=True)
        tool = Path(sysconfig.get_path("scripts")) / command[0]
        if subprocess.run([str(tool), *command[1:]]).returncode:
            failures += 1
            continue
        is_accepted, verdict = judge(ptxas, ptx)
        failures += not is_accepted
        print(f"  {summary(ptx.read_text())}; {verdict}")
    compiled = len(EXAMPLES) - failures
    print(f"{compiled} of {len(EXAMPLES)} examples compiled to PTX for {ARCH}; see {os.path.relpath(out)}/")
    return 1 if failures else 0


def find_ptxas() -> str | None:
    """ptxas from the test extra's wheel, or the one on the PATH."""
    packaged = Path(sysconfig.get_path("purelib")) / "nvidia" / "cu13" / "bin" / "ptxas"
    return str(packaged) if packaged.exists() else shutil.which("ptxas")


def summary(ptx: str) -> str:
    version = re.search(r"^\.version (\S+)", ptx, re.MULTILINE)
    kernels = len(re.findall(r"^\s*(?:\.visible |\.weak )?\.entry ", ptx, re.MULTILINE))
    instructions = len(re.findall(r";\s*(?://.*)?$", re.sub(r"^\s*\..*$", "", ptx, flags=re.MULTILINE), re.MULTILINE))
    return f"PTX {version[1] if version else '?'}, {kernels} kernel(s), {instructions} instructions"


def judge(ptxas: str | None, ptx: Path) -> tuple[bool, str]:
    """Whether ptxas takes the file, and what it says; without ptxas the file passes."""
    if ptxas is None:
        return True, "ptxas not found"
    done = subprocess.run([ptxas, "-v", f"-arch={ARCH}", "-o", os.devnull, str(ptx)], capture_output=True, text=True)
    if done.returncode:
        return False, f"ptxas refuses it:\n{done.stderr.strip()}"
    registers = [int(count) for count in re.findall(r"Used (\d+) registers", done.stdout + done.stderr)]
    return True, f"ptxas accepts it, {max(registers, default=0)} registers"


if __name__ == "__main__":
    sys.exit(main())
