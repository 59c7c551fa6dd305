"""Replace loops that look at a word bit by bit by the instruction that counts its bits.

    for (n = 0; x; n++) x &= x - 1;              =>    n = ctpop(x)
    for (; x; x >>= 1) n += x & 1;               =>    n += ctpop(x)
    for (k = 0; k < 32; k++) p ^= (x >> k) & 1;  =>    p ^= ctpop(x) & 1
    while (!(x & 1)) { x >>= 1; n++; }           =>    n += cttz(x)

LLVM has the first for targets that call a population count fast, which NVPTX does not; all of them are one or two
instructions here, and how often the loop runs differs from thread to thread. Loops that shift until nothing is left, and
only count, are for LLVM's `loop-idiom`.

Leaves alone: loops of several blocks, loops that do anything else, results that are neither a sum nor a parity.
"""

from __future__ import annotations

from opencicc.analysis.bit_walks import BitLoop, Result, Walk, find_results, find_walk, read_loop
from opencicc.llvm import edit, edit_module
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.types import Type
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

BIT_LOOPS = Option(
    "bit-loops",
    True,
    "Replace loops that count the bits of a word by one instruction.",
    source="our choice: a loop over set bits took 4.2 times as long as nvcc's popc on an H200",
)


@function_pass(
    "bit-loops",
    "Replace loops that count the bits of a word by one instruction.",
    when="loops",
    has_first_look=True,
    places=at(
        Place(
            "simplify",
            before="loop(loop-idiom,indvars,loop-deletion)",
            why="loops have their test at the end, and unrolling would hide the pattern",
        )
    ),
    reads=(BIT_LOOPS,),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(BIT_LOOPS):
        return False
    changed = False
    for loop in [loop for block in function.blocks if (loop := read_loop(block))]:
        walk = find_walk(loop)
        results = find_results(loop, walk) if walk else None
        if not walk or not results or not is_ours(walk, results, function):
            continue
        ctx.remark(loop.test, "a loop over the bits of a word became a count of them", name="BitLoop")
        with edit.Builder(ctx.module.context.ref) as builder:
            Closer(ctx, loop, walk, builder.before(loop.block.terminator)).close(results)
        changed = True
    return changed


def is_ours(walk: Walk, results: list[Result], function: Function) -> bool:
    """A walk to a bit that is not there is a loop without end, which only some languages rule out."""
    if walk.kind == "to-bit":
        return function.has_attribute("mustprogress")
    return walk.kind == "clear" or any(result.kind in ("sum", "parity") for result in results)


class Closer:
    """Puts closed forms of a loop's results at its end and makes it straight code."""

    def __init__(self, ctx: PassContext, loop: BitLoop, walk: Walk, builder: edit.Builder) -> None:
        self.module, self.loop, self.walk, self.builder = ctx.module, loop, walk, builder

    def close(self, results: list[Result]) -> None:
        loop = self.loop
        for result, final in [(result, self.final(result)) for result in results]:
            for user in result.value.users:
                if loop.is_invariant(user):
                    edit.replace_operand(Instruction(user.ref), result.value, final)
        edit.erase(loop.block.terminator)
        self.builder.at_end(loop.block).branch(loop.end)
        for phi, first in loop.first.items():
            edit.replace_and_erase(Instruction(phi.ref), first)

    def final(self, result: Result) -> Value:
        build, first = self.builder.binary, self.loop.first[result.phi]
        if result.kind == "rest":
            return self.rest(result.phi.type)
        if result.kind == "turns":
            odd = build("and", self.trips(result.phi.type), edit.constant_int(result.phi.type, 1))
            return build("xor", first, odd)
        if result.kind == "trips":
            return build("add", first, build("mul", self.trips(result.phi.type), result.operand or first))
        bits = self.fit(self.count_visited(result.operand or first), result.phi.type)
        if result.kind == "sum":
            return build("add", first, bits)
        return build("xor", first, build("and", bits, edit.constant_int(result.phi.type, 1)))

    def count_visited(self, word: Value) -> Value:
        every = (1 << word.type.integer_width) - 1
        visited = self.walk.visited & every
        if visited != every:
            word = self.builder.binary("and", word, edit.constant_int(word.type, visited))
        return self.call("llvm.ctpop", [word])

    def rest(self, type_: Type) -> Value:
        if self.walk.kind in ("clear", "down", "up") or self.walk.count == type_.integer_width:
            return edit.null(type_)
        return self.builder.binary("lshr", self.first_word(), self.trips(type_))

    def trips(self, type_: Type) -> Value:
        """How often the loop ran, which it did once at least."""
        build, walk = self.builder.binary, self.walk
        if walk.kind == "counted":
            return edit.constant_int(type_, walk.count)
        word = self.first_word()
        one, width = edit.constant_int(word.type, 1), edit.constant_int(word.type, word.type.integer_width)
        is_nonzero = is_known_nonzero(word, self.loop)
        if walk.kind == "clear":
            count = self.call("llvm.ctpop", [word])
        elif walk.kind == "to-bit":
            shifted = build("lshr", word, one)  # zero there is the loop without end
            return self.fit(build("add", self.scan("cttz", shifted, is_nonzero=True), one), type_)
        else:
            count = build("sub", width, self.scan("ctlz" if walk.kind == "down" else "cttz", word, is_nonzero))
        if not is_nonzero:
            count = self.call("llvm.umax", [count, one])
        return self.fit(count, type_)

    def first_word(self) -> Value:
        assert self.walk.word is not None
        return self.loop.first[self.walk.word]

    def scan(self, name: str, word: Value, is_nonzero: bool) -> Value:
        """Leading or trailing zeros: as many as bits in a word that is zero, if it may be."""
        return self.call(f"llvm.{name}", [word, edit.constant_int(self.loop.test.type, is_nonzero)])

    def call(self, name: str, arguments: list[Value]) -> Value:
        return self.builder.call(edit_module.intrinsic(self.module, name, [arguments[0].type]), arguments)

    def fit(self, value: Value, type_: Type) -> Value:
        """A count in another type; what does not fit is lost, as it would be in a sum of that type."""
        have, want = value.type.integer_width, type_.integer_width
        if have == want:
            return value
        return self.builder.cast("trunc" if have > want else "zext", value, type_)


def is_known_nonzero(word: Value, loop: BitLoop) -> bool:
    """Whether the way into the loop asks for a word that is not zero."""
    (before,) = {source for phi in loop.first for _, source in Instruction(phi.ref).incoming if source != loop.block}
    block = loop.block
    if len(before.successors) == 1:
        edges = [Instruction(user.ref) for user in before.as_value.users if user.kind == "instruction"]
        if len(edges) != 1 or edges[0].opcode != "br":
            return False
        block, before = before, edges[0].parent
    return asks_for_nonzero(word, before.terminator, block)


def asks_for_nonzero(word: Value, branch: Instruction, into: Block) -> bool:
    if branch.opcode != "br" or len(branch.successors) != 2 or branch.successors[0] == branch.successors[1]:
        return False
    test = Instruction(branch.operands[0].ref)
    if test.kind != "instruction" or test.opcode != "icmp" or test.operands[0] != word or test.operands[1].integer != 0:
        return False
    return test.predicate == ("ne" if branch.successors[0] == into else "eq")
