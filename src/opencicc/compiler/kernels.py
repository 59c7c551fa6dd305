"""Facts about each kernel of a PTX text: instructions, launch bounds, and what ptxas adds."""

from __future__ import annotations

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.target import Target
    from opencicc.tools import KernelResources

ENTRY = ".entry "
NO_INSTRUCTION = "./{}$"  # how directives, comments, braces and labels begin
DEFAULT_BLOCK_THREADS = 128  # assumed for occupancy where a kernel states no bound


@record
class KernelFacts:
    """One kernel; the ptxas figures are None where ptxas was not asked."""

    name: str
    instructions: int
    header: str = ""  # the PTX from its name to its body
    registers: int | None = None
    spill_bytes: int | None = None
    stack_bytes: int | None = None
    shared_bytes: int | None = None
    resident_warps: int | None = None

    @property
    def max_threads(self) -> int:
        """Of a block, by its launch bounds; 0 where it states none."""
        from opencicc.machine.bounds import bounds_in

        return bounds_in(self.header).threads


def scan_kernels(ptx: str) -> list[KernelFacts]:
    """The kernels of a PTX text in order, by a quick look at it."""
    kernels: list[KernelFacts] = []
    at = ptx.find(ENTRY)
    while at >= 0:
        start, opening = at + len(ENTRY), ptx.find("\n{", at)
        closing = ptx.find("\n}", opening + 1)
        if opening < 0 or closing < 0:
            break
        following = ptx.find(ENTRY, _end_of_line(ptx, at), opening)
        if following >= 0:  # this one has no body
            at = following
            continue
        header = ptx[start:opening]
        count = count_instructions(ptx[_end_of_line(ptx, opening + 1) : closing])
        kernels.append(KernelFacts(header.partition("\n")[0].split("(", 1)[0].strip(), count, header))
        at = ptx.find(ENTRY, closing)
    return kernels


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def count_instructions(text: str) -> int:
    """Those among the lines, by the native helper where libLLVM is open anyway; PTX alone needs neither."""
    from opencicc.llvm import library

    if library.is_open():
        from opencicc.llvm.services import services

        count = services().count_statements(text)
        if count is not None:
            return count
    return count_statements(text.splitlines())


def count_statements(lines: list[str]) -> int:
    """Most lines are a blank and an opcode, which the first look tells."""
    return len(
        [
            line
            for line in lines
            if line[-1:] == ";"
            and ((line[0] == "\t" and "a" <= line[1:2] <= "z") or line.lstrip()[0] not in NO_INSTRUCTION)
        ]
    )


def with_resources(
    kernels: list[KernelFacts], ptx: str, target: Target, extra: tuple[str, ...] = ()
) -> list[KernelFacts]:
    """The same kernels with registers, spills and occupancy from ptxas."""
    from opencicc import tools

    return measured(kernels, tools.measure(ptx, target.name, extra), target)


def measured(kernels: list[KernelFacts], resources: list[KernelResources], target: Target) -> list[KernelFacts]:
    """The same kernels with what ptxas has said about them."""
    from opencicc.record import replace
    from opencicc.target import count_resident_warps

    by_name = {r.name: r for r in resources}
    facts: list[KernelFacts] = []
    for kernel in kernels:
        used = by_name.get(kernel.name)
        if used is None:
            facts.append(kernel)
            continue
        threads = kernel.max_threads or DEFAULT_BLOCK_THREADS
        warps = count_resident_warps(target, used.registers, threads, used.shared_bytes)
        facts.append(
            replace(
                kernel,
                registers=used.registers,
                spill_bytes=used.spill_store_bytes + used.spill_load_bytes,
                stack_bytes=used.stack_bytes,
                shared_bytes=used.shared_bytes,
                resident_warps=warps,
            )
        )
    return facts


def summary_line(kernel: KernelFacts, target: Target) -> str:
    """'saxpy: PTX 9.0, sm_90, 18 instructions, 10 registers, no spills, 64/64 warps'."""
    parts = [f"PTX {target.ptx_text}", target.name, f"{kernel.instructions} instructions"]
    if kernel.registers is not None:
        parts.append(f"{kernel.registers} registers")
        parts.append(f"{kernel.spill_bytes} bytes spilled" if kernel.spill_bytes else "no spills")
        if kernel.stack_bytes:
            parts.append(f"{kernel.stack_bytes} bytes stack")
        assumed = "" if kernel.max_threads else f" at {DEFAULT_BLOCK_THREADS} threads"
        parts.append(f"{kernel.resident_warps}/{target.limits.warps} warps{assumed}")
    return f"{kernel.name}: " + ", ".join(parts)
