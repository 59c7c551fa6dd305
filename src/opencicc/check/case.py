"""Case: IR with the data of one launch; Outcome: what one execution of it left in memory."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np

from opencicc.check.compare import BITWISE, Array, Tolerance
from opencicc.compiler.files import Input
from opencicc.emulate import launch
from opencicc.emulate.errors import EmulationError, NotEmulatedError
from opencicc.errors import CompilerError

Dim: TypeAlias = "int | Sequence[int]"

# A generated or reduced kernel that does not end is a find, not something to wait for.
INSTRUCTION_LIMIT = 3_000_000


@dataclass(frozen=True, eq=False)
class Case:
    """One kernel and the arguments of one launch.

    Arrays in `args` are device buffers (the same array given twice is one buffer). `tolerances` says by argument
    position how near results must be; what is not named there is compared bit by bit. `warp_orders` are the orders
    in which it is executed (see emulate.launch): results must not depend on them, so further ones show lost barriers.
    """

    name: str
    ir: str | bytes
    kernel: str
    grid: Dim
    block: Dim
    args: tuple[Any, ...]
    shared_bytes: int = 0
    stack_bytes: int = 16 << 10
    tolerances: dict[int, Tolerance] = field(default_factory=dict)
    instruction_limit: int = INSTRUCTION_LIMIT
    warp_orders: tuple[str, ...] = ("",)

    def with_ir(self, ir: str | bytes) -> Case:
        return replace(self, ir=ir)

    @property
    def array_tolerances(self) -> list[Tolerance]:
        """For each distinct array, in the order of the arguments, how near it must be."""
        found: dict[int, Tolerance] = {}
        for position, array in _arrays(self.args):
            known = found.get(id(array), BITWISE)
            found[id(array)] = self.tolerances.get(position, known)
        return list(found.values())

    def execute_all(self, ptx: str) -> tuple[Outcome, ...]:
        """Run the kernel in every order; where no thread waits for another, once is enough."""
        has_waiting = ".shared" in ptx or "bar" in ptx
        return tuple(self.execute(ptx, order) for order in (self.warp_orders if has_waiting else self.warp_orders[:1]))

    def execute(self, ptx: str, warp_order: str = "") -> Outcome:
        """Run the kernel on a copy of the data."""
        args = copy.deepcopy(list(self.args))  # one copy of all: an array given twice stays one
        try:
            result = launch(
                ptx,
                self.kernel,
                self.grid,
                self.block,
                args,
                self.shared_bytes,
                instruction_limit=self.instruction_limit,
                stack_bytes=self.stack_bytes,
                warp_order=warp_order,
            )
        except CompilerError as error:
            issued = error.instructions_issued if isinstance(error, EmulationError) else 0
            return Outcome(error=str(error), instructions_issued=issued, is_final=isinstance(error, NotEmulatedError))
        return Outcome(
            tuple(result.arrays), tuple(result.undefined), result.output, instructions_issued=result.instructions_issued
        )


@dataclass(frozen=True, eq=False)
class Outcome:
    """The arrays after a launch, where they are undefined, and what was printed; or why there are none.

    `is_final` says that no other data would help: the emulator does not know an instruction.
    """

    arrays: tuple[Array, ...] = ()
    undefined: tuple[Array | None, ...] = ()
    output: str = ""
    error: str = ""
    instructions_issued: int = 0
    is_final: bool = False


def cuda_case(source: str, kernel: str, grid: Dim, block: Dim, args: Sequence[Any], **rest: Any) -> Case:
    """A case from CUDA C++ text, by clang as the front end."""
    from opencicc.frontend.clang import compile_cuda
    from opencicc.options.values import OptionValues
    from opencicc.target import DEFAULT_ARCH, parse_target

    item = Input(f"{kernel}.cu", source.encode())
    lowered = compile_cuda(item, OptionValues(), parse_target(rest.pop("arch", DEFAULT_ARCH)))
    return Case(item.name, lowered.bitcode, kernel, grid, block, tuple(args), **rest)


def _arrays(args: Sequence[Any]) -> list[tuple[int, Array]]:
    """(argument position, array) of every array, those in structs (tuples) included."""
    found: list[tuple[int, Array]] = []
    for position, arg in enumerate(args):
        parts = arg if isinstance(arg, tuple) else (arg,)
        found += [(position, part) for part in parts if isinstance(part, np.ndarray)]
    return found
