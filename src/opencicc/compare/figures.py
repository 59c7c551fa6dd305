"""The figures of each kernel of a PTX text: what ptxas says it uses, and what its instructions are."""

from __future__ import annotations

from opencicc import tools
from opencicc.compiler.kernels import DEFAULT_BLOCK_THREADS
from opencicc.errors import ToolError
from opencicc.machine.bounds import launch_bounds
from opencicc.machine.cfg import successors
from opencicc.machine.classes import count_classes
from opencicc.machine.ir import MachineFunction, MachineModule, Symbol
from opencicc.machine.loops import Loops
from opencicc.machine.parser import parse
from opencicc.record import record
from opencicc.target import Target, count_resident_warps
from opencicc.tools import KernelResources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.trace import Remark

UNROLLER = "loop-unroll"  # how the names of the unrolling passes begin


@record
class KernelFigures:
    """One kernel with the functions it reaches; None where nobody could say."""

    name: str
    registers: int | None
    spill_stores: int | None  # bytes
    spill_loads: int | None  # bytes
    stack: int | None  # bytes
    shared: int | None  # bytes
    warps: int | None  # that fit on a multiprocessor
    instructions: int
    classes: dict[str, int]
    loops: int
    unrolled: int | None  # loops; only opencicc tells
    calls: int


def measure(
    ptx: str, target: Target, flags: tuple[str, ...] = (), remarks: Sequence[Remark] | None = None
) -> tuple[list[KernelFigures], str]:
    """The kernels in the order of the PTX, and why ptxas's figures are missing, or ''."""
    module = parse(ptx)
    used, why_not = ask_ptxas(ptx, target, flags)
    kernels = [function for function in module.functions if function.is_kernel and not function.is_declaration]
    return [figures_of(module, kernel, target, used.get(kernel.name), remarks) for kernel in kernels], why_not


def ask_ptxas(ptx: str, target: Target, flags: tuple[str, ...]) -> tuple[dict[str, KernelResources], str]:
    if tools.find_tool("ptxas") is None:
        return {}, "ptxas was not found: no registers, spills or occupancy (`opencicc doctor` says how to get it)"
    try:
        return {one.name: one for one in tools.measure(ptx, target.name, flags)}, ""
    except ToolError as error:
        return {}, f"ptxas refuses the PTX: {(error.detail or error.what).splitlines()[0]}"


def figures_of(
    module: MachineModule,
    kernel: MachineFunction,
    target: Target,
    used: KernelResources | None,
    remarks: Sequence[Remark] | None,
) -> KernelFigures:
    functions = reached(module, kernel)
    instrs = [instr for function in functions for instr in function.instrs]
    threads = launch_bounds(kernel).threads or DEFAULT_BLOCK_THREADS
    names = {function.name for function in functions}
    return KernelFigures(
        name=kernel.name,
        registers=used.registers if used else None,
        spill_stores=used.spill_store_bytes if used else None,
        spill_loads=used.spill_load_bytes if used else None,
        stack=used.stack_bytes if used else None,
        shared=used.shared_bytes if used else None,
        warps=count_resident_warps(target, used.registers, threads, used.shared_bytes) if used else None,
        instructions=len(instrs),
        classes=count_classes(instrs),
        loops=sum(len(Loops(successors(function)).loops) for function in functions),
        unrolled=None if remarks is None else count_unrolled(remarks, names),
        calls=sum(instr.base == "call" for instr in instrs),
    )


def count_unrolled(remarks: Sequence[Remark], functions: set[str]) -> int:
    """Loops that an unroller of ours or LLVM's says it did something to, inside these functions."""
    return sum(
        remark.remark == "passed" and remark.pass_name.startswith(UNROLLER) and remark.function in functions
        for remark in remarks
    )


def reached(module: MachineModule, kernel: MachineFunction) -> list[MachineFunction]:
    """A kernel and the functions of the module that it names, and those that they name."""
    defined = {function.name: function for function in module.functions if not function.is_declaration}
    found, waiting = {kernel.name: kernel}, [kernel]
    while waiting:
        operands = [operand for instr in waiting.pop().instrs for operand in instr.operands]
        for name in (operand.name for operand in operands if isinstance(operand, Symbol)):
            if name in defined and name not in found:
                found[name] = defined[name]
                waiting.append(defined[name])
    return list(found.values())
