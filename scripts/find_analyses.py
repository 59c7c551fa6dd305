"""The analyses of src/opencicc/analysis, found by what makes a class one: a name, and how it is computed."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

import opencicc.analysis
from opencicc.llvm.snapshot import Snapshot

if TYPE_CHECKING:
    from opencicc.analysis.manager import Analysis


def find_analyses() -> list[type[Analysis]]:
    """By name; the snapshot, which most of them begin with, lives with LLVM's handles."""
    found: dict[str, Any] = {Snapshot.name: Snapshot}
    for info in pkgutil.iter_modules(opencicc.analysis.__path__, opencicc.analysis.__name__ + "."):
        for value in vars(importlib.import_module(info.name)).values():
            if isinstance(value, type) and hasattr(value, "compute") and value.__module__ == info.name:
                name = getattr(value, "name")  # noqa: B009
                if name in found:
                    raise SystemExit(f"two analyses are named {name}: {found[name].__module__} and {info.name}")
                found[name] = value
    return [found[name] for name in sorted(found)]


def analyses_page() -> str:
    """docs/generated/analyses.md"""
    lines = [
        "# Analyses\n",
        "What passes may ask about a function (`needs`) and may leave true (`preserves`: the name, or the group).\n",
        "| analysis | name | group | what | file |",
        "|---|---|---|---|---|",
    ]
    for each in find_analyses():
        what = (each.__doc__ or "").strip().splitlines()[0]
        file = each.__module__.removeprefix("opencicc.").replace(".", "/")
        lines.append(f"| `{each.__name__}` | `{each.name}` | {getattr(each, 'group', '')} | {what} | `{file}.py` |")
    return "\n".join(lines) + "\n"
