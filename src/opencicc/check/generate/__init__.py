"""Random kernels: typed, ending, free of undefined behaviour and of races; `generate(seed, mode)` makes one."""

from opencicc.check.generate.kernel import generate
from opencicc.check.generate.statements import EVERY_MODE

__all__ = ["EVERY_MODE", "generate"]
