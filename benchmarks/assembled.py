"""What ptxas and nvdisasm say about a PTX text: registers, spills, stack, shared memory, SASS instructions."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks import store
from opencicc import tools
from opencicc.errors import CompilerError

_SASS_LINE = re.compile(r"^\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+ )?(\w[\w.]*)", re.MULTILINE)


@dataclass(frozen=True)
class Resources:
    registers: int
    spill_bytes: int
    stack_bytes: int
    shared_bytes: int
    sass_instructions: int | None


def use_newest_ptxas() -> str:
    """Let everything in this process use the newest ptxas of the machine, and say which version it is."""
    candidates = {tools.find_tool("ptxas") or ""}
    candidates |= {str(path) for entry in sys.path for path in Path(entry or ".").glob("nvidia/*/bin/ptxas")}
    versions = {path: _version(path) for path in candidates if path}
    if not versions:
        raise CompilerError("ptxas not found", fix="`pip install nvidia-cuda-nvcc`")
    newest = max(versions, key=lambda path: versions[path])
    os.environ["OPENCICC_PTXAS"] = newest
    return ".".join(str(part) for part in versions[newest])


def _version(ptxas: str) -> tuple[int, ...]:
    said = subprocess.run([ptxas, "--version"], capture_output=True, text=True).stdout
    match = re.search(r"V(\d+)\.(\d+)\.(\d+)", said)
    return tuple(int(part) for part in match.groups()) if match else (0,)


def assemble(ptx: str, kernel: str, arch: str, ptxas_version: str) -> Resources:
    """The resources of one kernel; stored until the PTX or ptxas change."""
    key = store.key_of(ptx, arch, ptxas_version, tools.find_tool("nvdisasm"))
    return Resources(**store.remember("assembled", key, key, lambda: asdict(_assemble(ptx, kernel, arch))))


def _assemble(ptx: str, kernel: str, arch: str) -> Resources:
    cubin, found = tools.assemble(ptx, arch)
    used = next(entry for entry in found if entry.name == kernel)
    spilled = used.spill_store_bytes + used.spill_load_bytes
    return Resources(used.registers, spilled, used.stack_bytes, used.shared_bytes, _count_sass(cubin, kernel))


def _count_sass(cubin: bytes, kernel: str) -> int | None:
    """SASS instructions of the kernel's section without the padding behind it; None where nvdisasm is missing."""
    if tools.find_tool("nvdisasm") is None:
        return None
    text = tools.disassemble(cubin)
    section = re.search(rf"^\.text\.{re.escape(kernel)}:$(.*?)(?=^\s+\.section|\Z)", text, re.MULTILINE | re.DOTALL)
    if section is None:
        raise ValueError(f"nvdisasm shows no code of {kernel}")
    opcodes: list[str] = _SASS_LINE.findall(section[1])
    return len(opcodes) - opcodes.count("NOP")
