"""What several tests share: the example kernels with their headers, and ptxas as the judge of our PTX."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
EXAMPLES = REPOSITORY / "examples" / "ir"

_HEADER = re.compile(r"^; (?P<key>ARCH|OPTION|KERNEL|PTX)(?: sm_(?P<least>\d+)\+)?: (?P<value>.*?)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Check:
    """A pattern that the PTX has to contain, from one architecture on."""

    pattern: str
    least_sm: int


@dataclass(frozen=True)
class Example:
    """One module of examples/ir and what its header promises."""

    path: Path
    text: str
    least_sm: int
    options: tuple[str, ...]
    kernels: tuple[str, ...]
    checks: tuple[Check, ...]

    def checks_for(self, arch: str) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.least_sm <= sm_number(arch))


def load_example(path: Path) -> Example:
    text = path.read_text()
    found: dict[str, list[tuple[str, int]]] = {"ARCH": [], "OPTION": [], "KERNEL": [], "PTX": []}
    for line in _HEADER.finditer(text):
        found[line["key"]].append((line["value"], int(line["least"] or 0)))
    ((arch, _),) = found["ARCH"]
    return Example(
        path=path,
        text=text,
        least_sm=sm_number(arch.removesuffix("+")),
        options=tuple(name for name, _ in found["OPTION"]),
        kernels=tuple(name for name, _ in found["KERNEL"]),
        checks=tuple(Check(pattern, least) for pattern, least in found["PTX"]),
    )


def load_examples() -> list[Example]:
    return [load_example(path) for path in sorted(EXAMPLES.glob("*.ll"))]


def sm_number(arch: str) -> int:
    """90 for sm_90 and sm_90a."""
    match = re.fullmatch(r"sm_(\d+)[af]?", arch)
    assert match, f"not an architecture: {arch}"
    return int(match[1])


@functools.cache
def find_ptxas() -> Path | None:
    """The ptxas of the wheel nvidia-cuda-nvcc, so that a test run means the same everywhere; else the one on PATH."""
    for site in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for found in sorted((Path(site) / "nvidia").glob("**/bin/ptxas")):
            return found
    on_path = shutil.which("ptxas")
    return Path(on_path) if on_path else None


@functools.cache
def ptxas_archs(ptxas: Path) -> frozenset[str]:
    """The architectures that this ptxas names in its help."""
    text = subprocess.run([ptxas, "--help"], capture_output=True, text=True, check=True).stdout
    return frozenset(re.findall(r"\bsm_\d+[af]?\b", text))


def assemble(ptx: str, arch: str, *flags: str) -> str:
    """Give PTX to ptxas, fail with its exact words if it refuses, and return what it reports.

    Relocatable (`-c`): an example may call what another module or the driver defines.
    """
    ptxas = find_ptxas()
    if ptxas is None:
        pytest.skip("ptxas is not installed: `pip install nvidia-cuda-nvcc` brings it")
    if arch not in ptxas_archs(ptxas):
        pytest.skip(f"{ptxas} does not know {arch}")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx)
        command = [str(ptxas), f"-arch={arch}", "-c", *flags, "-o", str(source.with_suffix(".cubin")), str(source)]
        result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        pytest.fail(f"{' '.join(command)}\n{result.stderr}{result.stdout}", pytrace=False)
    return result.stderr + result.stdout
