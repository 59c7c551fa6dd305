"""Which values can be computed again at another place: their definition, and all that it reads, has to allow it.

A value is pullable when one unguarded instruction makes it, that instruction only computes (no memory that can change,
no communication between threads, no second result), and everything it reads is pullable too, down to constants,
parameters and special registers. Chains deeper than MAX_DEPTH are given up.
"""

from __future__ import annotations

from opencicc.machine.defuse import defs, reads_carry, uses, writes_carry
from opencicc.machine.ir import Address, Imm, Instr, Negated, Reg, Special, Symbol, split_opcode
from opencicc.machine.liveness import Liveness
from opencicc.ptx_text import BLOCK_SPECIALS
from opencicc.record import record

MAX_DEPTH = 50
# What only computes: the result depends on the operands alone.
PURE = frozenset(
    """abs add and bfe bfi bfind bmsk brev clz cnot copysign cos cvt cvta dp2a dp4a ex2 fma fns isspacep lg2 lop3 mad
    mad24 max min mov mul mul24 neg not or popc prmt rcp rsqrt sad selp set setp shf shl shr sin slct sqrt sub szext
    tanh testp xor""".split()
)
# Slow and approximate functions, divisions: pure, but recomputing them costs more than a register.
EXPENSIVE = frozenset({"cos", "div", "ex2", "lg2", "rcp", "rem", "rsqrt", "sin", "sqrt", "tanh"})
# Special registers whose value never changes while a thread runs.
FIXED_SPECIALS = (*BLOCK_SPECIALS, "%tid", "%laneid", "%lanemask_")
# Opcodes that are left alone on one architecture: cicc has such a list for sm_62 alone (17 machine opcodes of LLVM's,
# without names); sm_75 is the oldest here, so that the table has no row yet.
EXCLUDED_ON: dict[int, frozenset[str]] = {}


@record
class Definition:
    """The only instruction that makes a register, and where it stands."""

    instr: Instr
    block: int
    number: int
    reads: tuple[int, ...]


@record
class Chain:
    """The registers to compute, in order, and those that are read as they are: with none of these it needs nothing."""

    steps: tuple[int, ...]
    leaves: tuple[int, ...]


class Pullable:
    """Answers, register by register, what it takes to compute it again; why not where it can't be."""

    def __init__(self, live: Liveness, parameters: frozenset[str], *, loads: bool, keeps_spaces: bool, sm: int) -> None:
        self.live = live
        self.parameters = parameters  # names of a kernel's parameters; what a call hands back looks the same
        self.loads = loads
        self.excluded = EXCLUDED_ON.get(sm, frozenset()) | ({"cvta"} if keeps_spaces else frozenset())
        self.definitions: dict[int, Definition] = {}
        self.multiple: set[int] = set()
        self._chains: dict[int, Chain | None] = {}
        self._may_clone: dict[int, bool] = {}
        for block, rows in enumerate(live.rows):
            for number, (instr, made, used) in enumerate(rows):
                for bit in made:
                    if bit in self.definitions or bit in self.multiple:
                        self.multiple.add(bit)
                    else:
                        self.definitions[bit] = Definition(instr, block, number, used)
        for bit in self.multiple:
            self.definitions.pop(bit, None)

    def is_single(self, bit: int) -> bool:
        """Has it one definition that always happens?"""
        found = self.definitions.get(bit)
        return found is not None and found.instr.guard is None

    def may_clone(self, bit: int) -> bool:
        """Can its own definition stand elsewhere, whatever it reads?"""
        known = self._may_clone.get(bit)
        if known is None:
            found = self.definitions.get(bit)
            known = found is not None and found.instr.guard is None and self.is_movable(found.instr)
            self._may_clone[bit] = known
        return known

    def is_movable(self, instr: Instr) -> bool:
        base = instr.base
        if base in self.excluded or (base != "ld" and base not in PURE):
            return False
        if writes_carry(instr.opcode) or reads_carry(instr.opcode):
            return False
        if len(defs(instr)) != 1 or not isinstance(instr.operands[0], Reg):
            return False  # a second result, or a part of a register that is read and written
        if any(register.scope for register in uses(instr)):
            return False  # inline assembly names it between its braces only
        if base == "ld":
            return self.loads and self.is_fixed_load(instr)
        return not any(isinstance(o, Special) and not o.name.startswith(FIXED_SPECIALS) for o in instr.operands)

    def is_fixed_load(self, instr: Instr) -> bool:
        """Does memory hold the same for the whole life of a thread? A kernel's parameters do, and constants."""
        words = split_opcode(instr.opcode)
        if "volatile" in words or not isinstance(instr.operands[1], Address):
            return False
        if "param" in words:
            base = instr.operands[1].base
            return isinstance(base, Symbol) and base.name in self.parameters
        return "const" in words

    def chain(self, bit: int) -> Chain | None:
        """What to compute, in order, to have this register again; None where its own definition can't be repeated."""
        if bit not in self._chains:
            self._chains[bit] = self._find_chain(bit, 0)
        return self._chains[bit]

    def _find_chain(self, bit: int, depth: int) -> Chain | None:
        if bit in self._chains:
            return self._chains[bit]
        if depth > MAX_DEPTH or not self.may_clone(bit):
            return None
        steps: dict[int, None] = {}
        leaves: dict[int, None] = {}
        for read in self.definitions[bit].reads:
            part = self._find_chain(read, depth + 1)
            if part is None:
                leaves[read] = None
            else:
                steps.update(dict.fromkeys(part.steps))
                leaves.update(dict.fromkeys(part.leaves))
        steps[bit] = None
        self._chains[bit] = Chain(tuple(steps), tuple(leaves))
        return self._chains[bit]

    def reads_special(self, bit: int) -> bool:
        return any(isinstance(operand, Special) for operand in self.definitions[bit].instr.operands)

    def is_free(self, bit: int) -> bool:
        """Does the machine read it in place? Numbers are operands, and so are a kernel's parameters."""
        instr = self.definitions[bit].instr
        if (
            instr.operands[1:]
            and isinstance(instr.operands[1], (Imm, Negated))
            and split_opcode(instr.opcode)[0] == "mov"
        ):
            return not self.definitions[bit].reads
        return "param" in split_opcode(instr.opcode)

    def is_constant(self, chain: Chain) -> bool:
        """Is it a number, a parameter or the address of a variable? ptxas makes these anew wherever it reads them."""
        return not chain.leaves and all(self.is_free(step) or self._is_address(step) for step in chain.steps)

    def _is_address(self, bit: int) -> bool:
        instr = self.definitions[bit].instr
        return split_opcode(instr.opcode)[0] == "mov" and isinstance(instr.operands[1], Symbol)
