"""Register pressure by class, block by block and point by point: predicates, and registers of 16, 32, 64 and 128 bits.

Built on the live sets (liveness.py): for a set of values `count` says how many registers of each class it takes,
`weigh` how many 32-bit registers of the machine that is, as pressure.py counts them. Values of 8 bits take a 16-bit
register in PTX; vectors of small elements are packed into 32-bit ones; structs and arrays take those of their members.
"""

from __future__ import annotations

from opencicc.analysis.liveness import Liveness
from opencicc.bitsets import pack
from opencicc.llvm.types import Type
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function

CLASSES = ("predicate", "16", "32", "64", "128")
PREDICATE, B16, B32, B64, B128 = range(5)
NOTHING = (0,) * len(CLASSES)
_FLOATS = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "pointer": 64, "fp128": 128}

Counts = tuple[int, ...]  # by class
Needs = tuple[tuple[int, int], ...]  # (class, count) of one value


@record
class BlockPressure:
    """One block: what it gets, what it hands on, and its fullest point (an instruction number, -1 for its end)."""

    at_start: Counts
    at_end: Counts
    most: Counts  # of each class the most at any point, not all at the same
    registers: int  # 32-bit registers at the fullest point
    fullest: int


class RegisterPressure:
    """The analysis `rpa`. Live sets are Python ints, bit n for the value with id n of the snapshot."""

    name = "rpa"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> RegisterPressure:
        return cls(manager.get(Liveness, function))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RegisterPressure) and (other.live, other.blocks) == (self.live, self.blocks)

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, live: Liveness) -> None:
        self.live = live
        self.flat = live.flat
        self._groups = self._group_values()
        needs = self._needs_by_value()
        self._needs = [each for each, _ in needs]
        self.weights = [weight for _, weight in needs]  # 32-bit registers that each value takes
        self.blocks = [self._measure(block) for block in range(self.flat.blocks)]

    @property
    def registers(self) -> int:
        """32-bit registers at the fullest point of the function."""
        return max((block.registers for block in self.blocks), default=0)

    @property
    def fullest_block(self) -> int:
        return max(range(len(self.blocks)), key=lambda block: self.blocks[block].registers, default=-1)

    def live_in(self, block: int) -> int:
        """What is alive where a block begins, phis of it not counted."""
        return self.live.live_in[block]

    def live_out(self, block: int) -> int:
        return self.live.live_out[block]

    def count(self, values: int) -> Counts:
        """Registers by class that a set of values takes."""
        totals = [0] * len(CLASSES)
        for mask, needs in self._groups:
            found = (values & mask).bit_count()
            if found:
                for index, each in enumerate(needs):
                    totals[index] += found * each
        return tuple(totals)

    def weigh(self, values: int) -> int:
        """32-bit registers that a set of values takes; predicates are free."""
        return weigh_counts(self.count(values))

    def points(self, block: int) -> Iterator[tuple[int, Counts]]:
        """Last instruction first: its number and what is alive right before it, by class."""
        counts = list(self.count(self.live.live_out[block]))
        for number, gone, come in self.live.changes(block):  # few values come and go: counting all of them takes longer
            for value in come:
                for index, each in self._needs[value]:
                    counts[index] += each
            if gone >= 0:
                for index, each in self._needs[gone]:
                    counts[index] -= each
            yield number, tuple(counts)

    def _needs_by_value(self) -> list[tuple[Needs, int]]:
        """The registers that each value takes, by class and together; none where no register holds it."""
        known: dict[int, tuple[Needs, int]] = {}
        found: list[tuple[Needs, int]] = []
        for type_, is_held in zip(self.flat.types, self.live.is_held, strict=True):
            if not is_held:
                found.append(((), 0))
                continue
            if type_ not in known:
                counts = classify(Type(type_))
                needs = tuple((index, each) for index, each in enumerate(counts) if each)
                known[type_] = needs, weigh_counts(counts)
            found.append(known[type_])
        return found

    def _group_values(self) -> list[tuple[int, Counts]]:
        """The held values as bit sets, one for each combination of registers that they take."""
        by_type, groups = dict[int, Counts](), dict[Counts, list[int]]()
        for value, is_held in enumerate(self.live.is_held):
            if is_held:
                type_ = self.flat.types[value]
                if type_ not in by_type:
                    by_type[type_] = classify(Type(type_))
                groups.setdefault(by_type[type_], []).append(value)
        return [(pack(values), needs) for needs, values in groups.items() if any(needs)]

    def _measure(self, block: int) -> BlockPressure:
        """The same walk as `points`, with nothing made for each point: large functions have thousands of them."""
        at_end = self.count(self.live.live_out[block])
        counts, most, needs, weights = list(at_end), list(at_end), self._needs, self.weights
        weight = registers = weigh_counts(at_end)
        fullest = -1
        for number, gone, come in self.live.changes(block):
            if gone >= 0:
                weight -= weights[gone]
                for index, each in needs[gone]:
                    counts[index] -= each
            if not come:
                continue
            for value in come:
                weight += weights[value]
                for index, each in needs[value]:
                    counts[index] += each
            for index, count in enumerate(counts):
                if count > most[index]:
                    most[index] = count
            if weight > registers:
                registers, fullest = weight, number
        return BlockPressure(tuple(counts), at_end, tuple(most), registers, fullest)


def weigh_counts(counts: Sequence[int]) -> int:
    _, of_16, of_32, of_64, of_128 = counts  # predicates are no registers of this kind
    return of_16 + of_32 + 2 * of_64 + 4 * of_128


def classify(type_: Type) -> Counts:
    """Registers by class that a value of this type takes."""
    kind = type_.kind
    if kind == "struct":
        return _add([classify(field) for field in type_.fields])
    if kind == "array":
        return tuple(type_.length * each for each in classify(type_.element))
    if kind == "vector":
        bits = _bits(type_.element)
        if bits < 32:  # packed
            return _one(B32, -(-bits * type_.length // 32))
        return tuple(type_.length * each for each in classify(type_.element))
    return _of_bits(_bits(type_))


def _bits(type_: Type) -> int:
    return type_.integer_width or _FLOATS.get(type_.kind, 0)


def _of_bits(bits: int) -> Counts:
    """One register where one is wide enough; else as many of 64 bits as it takes, and one for the rest."""
    if bits > 128:
        return _add([_one(B64, bits // 64), _of_bits(bits % 64)])
    limits = ((0, NOTHING), (1, _one(PREDICATE)), (16, _one(B16)), (32, _one(B32)), (64, _one(B64)))
    found = next((counts for most, counts in limits if bits <= most), None)
    if found is not None:
        return found
    return _one(B128) if bits == 128 else _add([_one(B64), _of_bits(bits - 64)])


def _one(index: int, count: int = 1) -> Counts:
    return tuple(count if index == each else 0 for each in range(len(CLASSES)))


def _add(parts: list[Counts]) -> Counts:
    return tuple(sum(column) for column in zip(*parts, strict=True)) if parts else NOTHING
