"""From the name of a pass of ours, or of a plugin, to the pass itself: all that running a generated plan needs.

`generated_homes.py` says in which module a pass is; the registry, which is larger, is not asked.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.api import Pass

PLUGINS: dict[str, Pass] = {}  # passes from other packages, by name
_found: dict[str, Pass] = {}


def body_of(name: str) -> Pass:
    """A pass by its name, imported on first use."""
    if name in PLUGINS:
        return PLUGINS[name]
    if name not in _found:
        from opencicc.passes.generated_homes import HOMES

        module = HOMES[name]
        if module not in sys.modules:
            __import__(module)  # `importlib` would cost more than most passes
        _found[name] = sys.modules[module].run
    return _found[name]
