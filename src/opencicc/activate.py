"""`import opencicc.activate` makes libNVVM ours in this process: for Numba, cuda.core, and whoever else looks it up.

It has to come before the first of them is used. `opencicc.activate.deactivate()` takes it back; docs/libnvvm.md says
who looks where, and in which order.
"""

from __future__ import annotations

from opencicc.nvvm.activation import activate, deactivate, is_active, library_path

__all__ = ["activate", "deactivate", "is_active", "library_path"]

activate()
