"""Write a folder with the Triton kernels of the tests, built by Triton and through opencicc, to be run on a GPU.

    scripts/triton_pairs.py FOLDER [--arch 90] [--only NAME,..] [options of opencicc as name=value]

The folder is self-contained: `python3 FOLDER/go.py` needs NumPy and the CUDA driver (benchmarks/gpu/launch_pairs.py).
Both PTX texts are assembled with the same ptxas, under one PTX version.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc.triton
from opencicc import tools

PTX_VERSION = "9.0"  # the oldest that both need: the driver of the GPU may be older than Triton's ptxas


def main(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    folder, rest = Path(words[0]), words[1:]
    capability, only, options = 90, "", {}
    while rest:
        word = rest.pop(0)
        if word == "--arch":
            capability = int(rest.pop(0))
        elif word == "--only":
            only = rest.pop(0)
        else:
            name, _, value = word.partition("=")
            options[name] = value
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp(prefix="triton-pairs-")
    try:
        from tests.triton.cases import CASES

        wanted = [case for case in CASES if not only or case.name in only.split(",")]
        rows = [write_case(case, folder, capability, options) for case in wanted]
    finally:
        shutil.rmtree(os.environ["TRITON_CACHE_DIR"], ignore_errors=True)
    (folder / "launches.json").write_text(json.dumps(rows, indent=1))
    shutil.copy(Path(__file__).parent.parent / "benchmarks" / "gpu" / "launch_pairs.py", folder / "go.py")
    return 0


def write_case(case: Any, folder: Path, capability: int, options: dict[str, str]) -> dict[str, Any]:
    from tests.triton.cases import Buffer, compile_case, type_of

    own = compile_case(case, capability)
    opencicc.triton.enable(options)
    try:
        ours = compile_case(case, capability)
    finally:
        opencicc.triton.disable()
    builds = {"triton": own, "opencicc": ours}
    for build, kernel in builds.items():
        text = re.sub(r"^\.version \S+", f".version {PTX_VERSION}", kernel.asm["ptx"], count=1, flags=re.MULTILINE)
        path = folder / f"{case.name}.{build}.ptx"
        path.write_text(text)
        assemble(path, f"sm_{capability}{'a' if capability >= 90 else ''}")
    arguments: list[dict[str, Any]] = []
    for argument in case.arguments:
        if isinstance(argument, Buffer):
            kind, fields = argument.type.lstrip("*"), {"count": argument.count, "fill": argument.fill}
            arguments.append({"type": kind, "is_result": argument.is_result, **fields})
        else:
            arguments.append({"type": type_of(argument), "value": argument})
    arguments += [{"type": "null", "value": 0}] * 2  # Triton's scratch memory: none of these kernels uses it
    return {
        "name": case.name,
        "builds": list(builds),
        "entries": {build: kernel.metadata.name for build, kernel in builds.items()},
        "arguments": arguments,
        "grid": [*case.grid, 1],
        "block": [32 * own.metadata.num_warps, 1, 1],
        "shared": own.metadata.shared,
        "slack": case.slack,
    }


def assemble(path: Path, arch: str) -> None:
    command = [tools.require_tool("ptxas"), f"-arch={arch}", str(path), "-o", str(path.with_suffix(".cubin"))]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
