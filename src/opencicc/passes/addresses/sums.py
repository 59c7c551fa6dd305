"""Integer expressions as sums of products, in which a remainder may be written as dividend - divisor * quotient.

    (z / C) * C * n + (z % C) * n    is    q*C*n + r*n,    and with r = z - C*q it is    z*n

Such a sum is true modulo 2^64 (or the width of its root). Under an extension it has to be true of the numbers themselves, so
sums and products there are taken apart only where a flag says that they do not wrap; quotients and remainders never do. Quotients are
known by dividend and all divisors: `i / a / b` is `i / (a * b)` where that product does not wrap.

What is not taken apart is an atom and has a number; a product is the sorted tuple of its atoms, a sum maps products to factors.
Products that cancelled stay, with the factor 0: that is how a sum that got shorter is known.
"""

from __future__ import annotations

from opencicc.llvm.ir import Instruction, Value
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    Product = tuple[int, ...]
    Sum = dict[Product, int]
    Quotient = tuple[str, int, int, tuple[int, ...]]

DEEPEST = 24  # steps from a root
MOST_TERMS = 8  # longer sums are atoms
PLAIN, SIGNED, UNSIGNED = "", "sext", "zext"  # how a value of a sum gets the width of the root
DIVISIONS = {"srem": "sdiv", "urem": "udiv"}
READ_AS = {"sdiv": SIGNED, "udiv": UNSIGNED}


@record
class Remainder:
    """dividend - divisor * quotient."""

    value: Instruction
    extension: str


class Sums:
    """The sums of one root: everything they name is computed before it."""

    def __init__(self) -> None:
        self.atoms: list[tuple[Value, str]] = []
        self.remainders: dict[int, Remainder] = {}
        self.products: dict[Product, tuple[Value, str]] = {}  # computed already
        self._numbers: dict[tuple[object, str], int] = {}

    def of(self, value: Value, extension: str = PLAIN, depth: int = 0) -> Sum:
        """A value's sum; `extension` says how it is widened before it is added."""
        constant = value.integer
        if constant is not None:
            width = value.type.integer_width
            is_negative = extension != UNSIGNED and constant >> (width - 1) & 1
            return {(): constant - (1 << width) if is_negative else constant}
        found = self._apart(Instruction(value.ref), extension, depth + 1) if depth < DEEPEST else None
        if found is None or len(found) > MOST_TERMS:
            return {(self._atom(value.ref, value, extension),): 1}
        if len(found) == 1 and next(iter(found.values())) == 1:
            self.products.setdefault(next(iter(found)), (value, extension))
        return found

    def _apart(self, value: Instruction, extension: str, depth: int) -> Sum | None:
        opcode = value.maker
        if opcode in ("add", "sub", "mul", "shl", "or"):
            return self._operation(value, opcode, extension, depth) if keeps_numbers(value, opcode, extension) else None
        if opcode in (SIGNED, UNSIGNED):
            return self._widened(value, opcode, extension, depth)
        if opcode in READ_AS and extension in (PLAIN, READ_AS[opcode]):
            key = quotient(opcode, value.operand(0), value.operand(1))
            return {(self._atom(key, value, extension),): 1}
        if opcode in DIVISIONS and extension in (PLAIN, READ_AS[DIVISIONS[opcode]]):
            number = self._atom(value.ref, value, extension)
            self.remainders[number] = Remainder(value, extension)
            return {(number,): 1}
        return None

    def _operation(self, value: Instruction, opcode: str, extension: str, depth: int) -> Sum | None:
        left = self.of(value.operand(0), extension, depth)
        if opcode == "shl":
            return {product: factor << (value.operand(1).integer or 0) for product, factor in left.items()}
        right = self.of(value.operand(1), extension, depth)
        if opcode == "mul":
            return multiplied(left, right) if min(len(left), len(right)) <= 1 else None
        return added(left, right, -1 if opcode == "sub" else 1)

    def _widened(self, value: Instruction, opcode: str, extension: str, depth: int) -> Sum | None:
        if opcode == SIGNED and extension == UNSIGNED:
            return None
        inner = value.operand(0)
        is_either = opcode == UNSIGNED and value.is_non_negative and inner.maker not in ("udiv", "urem")
        return self.of(inner, SIGNED if is_either else opcode, depth)

    def _atom(self, key: object, value: Value, extension: str) -> int:
        number = self._numbers.setdefault((key, extension), len(self.atoms))
        if number == len(self.atoms):
            self.atoms.append((value, extension))
        return number

    def without(self, sum_: Sum, number: int) -> Sum | None:
        """The same sum with a remainder written by its quotient; nothing where no such quotient was computed."""
        remainder = self.remainders[number]
        dividend, divisor = remainder.value.operands
        key = quotient(DIVISIONS[remainder.value.opcode], dividend, divisor)
        parts = self.of(dividend, remainder.extension), self.of(divisor, remainder.extension)
        atom = self._numbers.get((key, remainder.extension))
        if atom is None:
            return None
        other = added(parts[0], multiplied(parts[1], {(atom,): 1}), -1)
        result: Sum = {}
        for product, factor in sum_.items():
            count = product.count(number)
            power: Sum = {tuple(each for each in product if each != number): factor}
            for _ in range(count):
                power = multiplied(power, other)
            result = added(result, power)
        return result


def keeps_numbers(value: Instruction, opcode: str, extension: str) -> bool:
    """May an operation be taken apart where its result is widened like this?"""
    if opcode == "or":
        return value.is_disjoint
    if opcode == "shl" and not is_small(value.operand(1), value.type.integer_width - 1):
        return False
    if extension == PLAIN:
        return True
    return value.has_no_signed_wrap if extension == SIGNED else value.has_no_unsigned_wrap


def is_small(amount: Value, limit: int) -> bool:
    return amount.integer is not None and amount.integer < limit


def quotient(opcode: str, dividend: Value, divisor: Value) -> Quotient:
    """The same for quotients that are equal: operation, first dividend, and the divisors' constant and variable factors."""
    constant, variable = factors(divisor, opcode)
    while dividend.maker == opcode:
        more, others = factors(dividend.operand(1), opcode)
        constant, variable = constant * more, variable + others
        dividend = dividend.operand(0)
    return opcode, dividend.ref, constant, tuple(sorted(variable))


def factors(divisor: Value, opcode: str) -> tuple[int, list[int]]:
    """A divisor as a constant and other values whose product it is, as numbers."""
    if divisor.integer is not None:
        width = divisor.type.integer_width
        is_negative = opcode == "sdiv" and divisor.integer >> (width - 1) & 1
        return divisor.integer - (1 << width) if is_negative else divisor.integer, []
    inner, kind = Instruction(divisor.ref), divisor.maker
    if kind in ("mul", "shl") and keeps_numbers(inner, kind, READ_AS[opcode]):
        constant, variable = factors(inner.operand(0), opcode)
        if kind == "shl":
            return constant << (inner.operand(1).integer or 0), variable
        more, others = factors(inner.operand(1), opcode)
        return constant * more, variable + others
    return 1, [divisor.ref]


def added(left: Sum, right: Sum, sign: int = 1) -> Sum:
    result = dict(left)
    for product, factor in right.items():
        result[product] = result.get(product, 0) + sign * factor
    return result


def multiplied(left: Sum, right: Sum) -> Sum:
    result: Sum = {}
    for product, factor in left.items():
        for other, more in right.items():
            both = tuple(sorted(product + other))
            result[both] = result.get(both, 0) + factor * more
    return result
