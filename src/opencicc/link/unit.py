"""Buffer: a module as bytes, before it is linked."""

from __future__ import annotations

from opencicc.record import record

UNNAMED = "Unknown buffer"


@record
class Buffer:
    """A module's bytes, text or bitcode, and what messages call it."""

    data: bytes
    name: str = UNNAMED
