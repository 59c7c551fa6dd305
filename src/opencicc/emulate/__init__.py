"""Run PTX on the CPU: `launch(ptx, name, grid, block, args)` executes a kernel on NumPy arrays."""

from opencicc.emulate.arguments import Pointer
from opencicc.emulate.errors import EmulationError, NotEmulatedError
from opencicc.emulate.launch import LaunchResult, launch

__all__ = ["EmulationError", "LaunchResult", "NotEmulatedError", "Pointer", "launch"]
