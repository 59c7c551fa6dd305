"""What became of remat's clones: how many it planned, how many are in the PTX, and what they saved by ptxas's account."""

from __future__ import annotations

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.tools import KernelResources
    from opencicc.trace import Remark


@record
class Survival:
    """Of one kernel: marked clones planned and found in the PTX; registers and spilled bytes without and with the pass."""

    planned: int
    surviving: int
    without: tuple[int, int] | None = None
    with_it: tuple[int, int] | None = None

    @property
    def text(self) -> str:
        said = f"remat: {self.surviving} of {self.planned} marked clones are in the PTX"
        if self.without is None or self.with_it is None:
            return said
        registers, spilled = (one - other for one, other in zip(self.without, self.with_it, strict=True))
        return (
            f"{said}; by ptxas {registers} registers and {spilled} bytes of spills saved "
            f"({self.without[0]} registers and {self.without[1]} bytes without it)"
        )


def survivals(remarks: Iterable[Remark]) -> dict[str, Survival]:
    """By kernel, of the remarks of a compile (pipeline/run/survival.py makes them)."""
    found = {}
    for remark in remarks:
        if remark.pass_name == "remat" and remark.name == "Survival":
            numbers = dict(remark.args)
            found[remark.function] = Survival(int(numbers["Planned"]), int(numbers["Surviving"]))
    return found


def with_figures(survival: Survival, without: KernelResources | None, with_it: KernelResources | None) -> Survival:
    if without is None or with_it is None:
        return survival
    return Survival(survival.planned, survival.surviving, _figures(without), _figures(with_it))


def _figures(used: KernelResources) -> tuple[int, int]:
    return used.registers, used.spill_store_bytes + used.spill_load_bytes
