"""Loops of one block that walk over the bits of a word: how they walk, and what they leave behind.

for (; x; x >>= 1) n += x & 1;    a walk "down" over x; n is the sum of its bits, x is the rest
"""

from __future__ import annotations

from opencicc.llvm.ir import Block, Instruction, Value
from opencicc.record import record

ARITHMETIC = frozenset("phi add sub and xor lshr shl trunc zext icmp br".split())
MOST_INSTRUCTIONS = 16  # the longest known form has ten
WIDEST_WORD = 64


@record
class BitLoop:
    """A loop of one block: where each phi starts, what it becomes each trip, and when the loop ends."""

    block: Block
    end: Block
    first: dict[Value, Value]
    step: dict[Value, Value]
    test: Instruction  # an icmp with a constant
    ends_if: bool  # what the test says at the end

    def is_invariant(self, value: Value) -> bool:
        return value.kind != "instruction" or Instruction(value.ref).parent != self.block

    def ends_when(self, predicate: str, opposite: str, subject: Value, bound: int) -> bool:
        """Whether the loop ends when this holds of a value, or goes on when the opposite does."""
        asked = self.test.operands[0] == subject and self.test.operands[1].integer == bound
        return asked and self.test.predicate == (predicate if self.ends_if else opposite)


@record
class Walk:
    """A way over a word's bits.

    clear    x &= x - 1 until x is zero
    down     x >>= 1 until x is zero
    up       x <<= 1 until x is zero
    to-bit   x >>= 1 until the lowest bit is set: never, if x is zero
    counted  `count` times, by x >>= 1 or by looking at x >> counter
    """

    kind: str
    word: Value | None = None  # the phi of x; None where the counter picks the bits
    counter: Value | None = None
    count: int = 0
    visited: int = -1  # the positions of the bits of the first x, as a mask


@record
class Result:
    """What a value is when the loop is over.

    rest     what is left of the word
    sum      first + the bits of `operand` that were visited
    parity   first ^ the parity of those bits
    trips    first + `operand` as often as the loop ran
    turns    first ^ 1 as often as the loop ran
    """

    value: Value
    phi: Value
    kind: str
    operand: Value | None = None


def read_loop(block: Block) -> BitLoop | None:
    """The loop that a block is, if it has but few instructions, none of which anybody could notice."""
    branch = block.terminator
    targets = branch.successors
    if len(targets) != 2 or block not in targets or targets[0] == targets[1] or branch.opcode != "br":
        return None
    first: dict[Value, Value] = {}
    step: dict[Value, Value] = {}
    for count, instruction in enumerate(block.instructions):
        if count == MOST_INSTRUCTIONS or instruction.opcode not in ARITHMETIC:
            return None
        incoming = instruction.incoming
        if incoming and (len(incoming) != 2 or not 1 <= instruction.type.integer_width <= WIDEST_WORD):
            return None
        for value, source in incoming:
            (step if source == block else first)[instruction] = value
    test = Instruction(branch.operands[0].ref)
    if test.kind != "instruction" or test.opcode != "icmp" or test.parent != block or len(first) != len(step):
        return None
    if test.operands[1].integer is None:
        return None
    end = targets[0] if targets[1] == block else targets[1]
    return BitLoop(block, end, first, step, test, ends_if=targets[0] == end)


def find_walk(loop: BitLoop) -> Walk | None:
    for phi in loop.first:
        walk = find_open_walk(loop, phi) or find_counted_walk(loop, phi)
        if walk:
            return walk
    return None


def find_open_walk(loop: BitLoop, word: Value) -> Walk | None:
    """A walk that ends because of what the word has become."""
    step = loop.step[word]
    is_until_zero = loop.ends_when("eq", "ne", step, 0)
    if clears_lowest(step, word):
        return Walk("clear", word) if is_until_zero else None
    if is_operation(step, "shl", word, 1):
        return Walk("up", word) if is_until_zero else None
    if not is_operation(step, "lshr", word, 1):
        return None
    if is_until_zero or loop.ends_when("ult", "ugt", word, 2 if loop.ends_if else 1):
        return Walk("down", word)
    subject = loop.test.operands[0]
    looks_at_bit = is_operation(subject, "and", step, 1) or is_operation(subject, "and", word, 2)
    return Walk("to-bit", word) if looks_at_bit and loop.ends_when("ne", "eq", subject, 0) else None


def find_counted_walk(loop: BitLoop, counter: Value) -> Walk | None:
    """A constant number of trips, with a shift by one each trip or by the counter."""
    seen = counter_values(loop, counter)
    if not seen:
        return None
    for word in loop.first:
        if is_operation(loop.step[word], "lshr", word, 1) and len(seen) <= word.type.integer_width:
            return Walk("counted", word, counter, len(seen), (1 << len(seen)) - 1)
    visited = sum(1 << place for place in set(seen) if place < WIDEST_WORD)
    return Walk("counted", None, counter, len(seen), visited) if visited.bit_count() == len(seen) else None


def counter_values(loop: BitLoop, counter: Value) -> list[int]:
    """What a counter is in each trip, if the loop ends after as many trips as a word has bits, or fewer."""
    now, step, test = loop.first[counter].integer, loop.step[counter], loop.test
    by, bound = constant_operand(step, "add", counter), test.operands[1].integer
    if now is None or by is None or bound is None or test.operands[0] not in (counter, step):
        return []
    width, seen = counter.type.integer_width, list[int]()
    while len(seen) < WIDEST_WORD:
        seen.append(now)
        after = (now + by) % (1 << width)
        if compares(test.predicate, now if test.operands[0] == counter else after, bound, width) == loop.ends_if:
            return seen
        now = after
    return []


def find_results(loop: BitLoop, walk: Walk) -> list[Result] | None:
    """What is used outside; None if one of the values is something else."""
    results: list[Result] = []
    for instruction in loop.block.instructions:
        if not any(loop.is_invariant(user) for user in instruction.users):
            continue
        phi = next((phi for phi, step in loop.step.items() if step == instruction), None)
        result = find_result(loop, walk, instruction, phi) if phi else None
        if result is None:
            return None
        results.append(result)
    return results


def find_result(loop: BitLoop, walk: Walk, value: Value, phi: Value) -> Result | None:
    if phi == walk.word:
        return Result(value, phi, "rest")
    for opcode, kind in (("add", "sum"), ("xor", "parity")):
        bit = other_operand(value, opcode, phi)
        word = visited_word(loop, walk, bit) if bit else None
        if word:
            return Result(value, phi, kind, word)
    if is_operation(value, "xor", phi, 1):
        return Result(value, phi, "turns")
    added = other_operand(value, "add", phi)
    return Result(value, phi, "trips", added) if added and loop.is_invariant(added) else None


def visited_word(loop: BitLoop, walk: Walk, bit: Value) -> Value | None:
    """The word, as it was first, of which a value is in every trip the bit that this walk stands at."""
    is_bit = False
    while bit.kind == "instruction":
        instruction = Instruction(bit.ref)
        opcode, operands, width = instruction.opcode, instruction.operands, instruction.type.integer_width
        if opcode in ("zext", "trunc") or (opcode == "and" and operands[1].integer == 1):
            is_bit = is_bit or opcode == "and" or width == 1
            bit = operands[0]
        elif walk.kind == "up":
            is_top = opcode == "lshr" and operands[0] == walk.word and operands[1].integer == width - 1
            return loop.first[operands[0]] if is_top else None
        elif not is_bit or walk.kind in ("clear", "to-bit"):
            return None
        elif walk.word is not None:
            return loop.first[bit] if bit == walk.word else None
        elif opcode == "lshr" and strip_casts(operands[1]) == walk.counter and walk.visited >> width == 0:
            return operands[0] if loop.is_invariant(operands[0]) else None
        else:
            return None
    return None


# --- questions about one value ---


def is_operation(value: Value, opcode: str, left: Value, right: int) -> bool:
    return constant_operand(value, opcode, left) == right


def constant_operand(value: Value, opcode: str, left: Value) -> int | None:
    is_it = value.kind == "instruction" and Instruction(value.ref).opcode == opcode and value.operands[0] == left
    return value.operands[1].integer if is_it else None


def other_operand(value: Value, opcode: str, one: Value) -> Value | None:
    if value.kind != "instruction" or Instruction(value.ref).opcode != opcode or one not in value.operands:
        return None
    left, right = value.operands
    return right if left == one else left


def clears_lowest(value: Value, word: Value) -> bool:
    """word & (word - 1)"""
    below = other_operand(value, "and", word)
    return below is not None and is_operation(below, "add", word, (1 << word.type.integer_width) - 1)


def strip_casts(value: Value) -> Value:
    while value.kind == "instruction" and Instruction(value.ref).opcode in ("zext", "trunc"):
        value = value.operands[0]
    return value


def compares(predicate: str, left: int, right: int, width: int) -> bool:
    if predicate in ("eq", "ne"):
        return (left == right) == (predicate == "eq")
    flip = 1 << (width - 1) if predicate[0] == "s" else 0  # maps signed order to unsigned
    left, right = left ^ flip, right ^ flip
    if left == right:
        return predicate[2] == "e"
    return (left < right) == (predicate[1] == "l")
