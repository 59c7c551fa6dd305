"""PTX instructions to Python source: one file for each family of instructions.

Each emitter reads its operands through a Writer and writes its results through it. The source of a
basic block is compiled once and then works on the arrays of any number of lanes.
"""

from opencicc.emulate.emit import bits, carry, compare, convert, floats, integers, memory, moves, packed, warp
from opencicc.emulate.emit.registry import EMITTERS, emit, is_pure

__all__ = [
    "EMITTERS", "bits", "carry", "compare", "convert", "emit", "floats", "integers", "is_pure", "memory", "moves",
    "packed", "warp",
]  # fmt: skip
