"""Launch bounds: what a kernel's PTX header promises about its blocks, and the registers it may use."""

from __future__ import annotations

from opencicc.machine.declarations import parse_header
from opencicc.machine.ir import MachineFunction
from opencicc.record import record


@record
class LaunchBounds:
    """`.reqntid` or `.maxntid`, `.minnctapersm` and `.maxnreg`; () and 0 where the kernel states none."""

    block: tuple[int, ...] = ()
    is_exact: bool = False
    min_blocks: int = 0
    max_registers: int = 0

    @property
    def threads(self) -> int:
        """Threads of the stated block, 0 without one."""
        product = 1 if self.block else 0
        for extent in self.block:
            product *= extent
        return product

    @property
    def text(self) -> str:
        """'blocks of at most 64 x 4 x 1 threads, at least 2 blocks per multiprocessor, at most 40 registers'."""
        shape = " x ".join(str(extent) for extent in self.block)
        parts = (
            (f"blocks of {'exactly' if self.is_exact else 'at most'} {shape} threads", self.block),
            (f"at least {self.min_blocks} blocks per multiprocessor", self.min_blocks),
            (f"at most {self.max_registers} registers", self.max_registers),
        )
        return ", ".join(text for text, is_stated in parts if is_stated)


def launch_bounds(kernel: MachineFunction) -> LaunchBounds:
    """The bounds of a kernel."""
    return bounds_of(kernel.limits)


def bounds_in(header: str) -> LaunchBounds:
    """The bounds in the text from a kernel's name to its body."""
    return bounds_of(parse_header(header)[-1])


def bounds_of(limits: dict[str, tuple[int, ...]]) -> LaunchBounds:
    """The bounds among a header's limits; a required block says more than a largest one."""
    required = limits.get("reqntid", ())
    return LaunchBounds(
        block=required or limits.get("maxntid", ()),
        is_exact=bool(required),
        min_blocks=_number(limits.get("minnctapersm", ())),
        max_registers=_number(limits.get("maxnreg", ())),
    )


def _number(values: tuple[int, ...]) -> int:
    return values[0] if values else 0
