"""A side of a comparison: a file as it is, or an input compiled by opencicc, nvcc or clang with its own flags."""

from __future__ import annotations

import os
import shlex

from opencicc.compare import peers
from opencicc.compare.figures import KernelFigures, measure
from opencicc.compiler.api import compile_with_values
from opencicc.compiler.files import Input, read_input, read_ptx
from opencicc.compiler.settings import resolve
from opencicc.errors import UsageError
from opencicc.options import driver as options
from opencicc.options.values import OptionValues
from opencicc.record import record
from opencicc.target import Target, parse_target
from opencicc.tools import ptxas_flags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.trace import Remark

    Reader = Callable[[list[str]], OptionValues]
    Lower = Callable[[Input, OptionValues], Input]

OPENCICC = "opencicc"
COMPILERS = (OPENCICC, *peers.PEERS)
HERE = "opencicc compare"


@record
class Side:
    """What one side made of one input; `inputs` and `values` are set where opencicc compiled it."""

    label: str
    ptx: str
    target: Target
    kernels: list[KernelFigures]
    why_no_ptxas: str = ""
    inputs: tuple[Input, ...] = ()
    values: OptionValues | None = None


def is_compiler(word: str) -> bool:
    """`nvcc`, `clang -O2`, `opencicc -O2 -maxreg=32`, and the same with a folder in front of the name."""
    return compiler_name(word) in COMPILERS


def compiler_name(word: str) -> str:
    words = shlex.split(word)
    return os.path.basename(words[0]) if words else ""


class Sides:
    """Makes sides: `read` turns words into option values, `lower` CUDA C++ into IR; `common` are words for both."""

    def __init__(self, read: Reader, lower: Lower, common: list[str]) -> None:
        self.read = read
        self.lower = lower
        self.common = common

    def of_file(self, path: str) -> Side:
        """PTX as it is, anything else compiled by opencicc."""
        if not path.endswith(".ptx"):
            return self.of_compiler(OPENCICC, path)
        item, values = read_input(path), self.read(self.common)
        ptx = read_ptx(item)
        return self._measured(path, ptx, self._target(values, ptx), values)

    def of_compiler(self, words: str, path: str) -> Side:
        """What `nvcc -O2`, say, makes of an input."""
        program, *flags = shlex.split(words)
        name = os.path.basename(program)
        values = self.read([*self.common, *(flags if name == OPENCICC else [])])
        target = resolve(values).target
        if name != OPENCICC or program != name:
            ptx = peers.compile_by(name, program, flags, path, values, target)
            return self._measured(words, ptx, target, values)
        inputs = (self.lower(read_input(path), values),)
        result = compile_with_values(list(inputs), with_remarks(values))
        return self._measured(words, result.ptx, target, values, inputs, result.remarks)

    def _measured(
        self,
        label: str,
        ptx: str,
        target: Target,
        values: OptionValues,
        inputs: tuple[Input, ...] = (),
        remarks: tuple[Remark, ...] | None = None,
    ) -> Side:
        kernels, why_not = measure(ptx, target, ptxas_flags(values), remarks)
        return Side(label, ptx, target, kernels, why_not, inputs, values if inputs else None)

    def _target(self, values: OptionValues, ptx: str) -> Target:
        """Of a PTX file what it says itself, unless the command line says otherwise."""
        named = next((line.split()[1] for line in ptx.splitlines() if line.startswith(".target ")), "")
        if values.is_set(options.ARCH) or not named:
            return resolve(values).target
        return parse_target(named.rstrip(",").split(",")[0], at=".target")


def with_remarks(values: OptionValues) -> OptionValues:
    """Remarks are made for whoever reads them: --json stands for a reader."""
    return values.with_values([(options.JSON, True, HERE)])


def ptx_files(place: str) -> dict[str, str]:
    """By name without folder the PTX files of a folder, or the one file."""
    if not os.path.isdir(place):
        return {"": place}
    found = sorted(os.path.join(top, name) for top, _, names in os.walk(place) for name in names)
    found = [path for path in found if path.endswith(".ptx")]
    if not found:
        raise UsageError(f"no PTX in {place}", at=HERE, fix="name a folder with .ptx files")
    return {os.path.relpath(path, place): path for path in found}
