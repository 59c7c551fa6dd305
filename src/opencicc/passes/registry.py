"""The registry: every pass name that a pipeline may hold, ours and LLVM's, found by name or legacy alias.

Ours win over LLVM's of the same name: stock `inline` and `loop-unroll` never run unmarked in our pipeline.
"""

from __future__ import annotations

from functools import lru_cache

from opencicc.errors import UsageError, suggest
from opencicc.passes.bodies import PLUGINS
from opencicc.passes.generated import OWN_PASSES
from opencicc.passes.info import Kind, PassInfo, Phase, Status
from opencicc.passes.native_names import NATIVE_ANALYSES, NATIVE_PASSES
from opencicc.passes.places import Place, Places
from opencicc.passes.unbuilt import ALIASES, LABELS, unbuilt_passes

__all__ = [
    "Kind",
    "PassInfo",
    "Phase",
    "Status",
    "all_passes",
    "analysis_level",
    "find_pass",
    "has_pass",
    "register_plugin",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.api import Pass

# Analyses of ours that have a name in pipeline text: `require<rpa>`, `print<rpa>`.
OWN_ANALYSES = ("rpa", "merge-sets")

# Passes whose text for libLLVM is more than their name; the reason is libLLVM's own requirement.
NATIVE_TEXT = {
    "llvm-default": "default<{params}>",
    "codegenprepare": "require<profile-summary>,function(codegenprepare)",
    "expand-ir-insts": "require<libcall-lowering-info>,function(expand-ir-insts<{params}>)",
}
DEFAULT_PARAMS = {
    "llvm-default": ("O3",),
    "instcombine": ("no-verify-fixpoint",),  # without it libLLVM ends the process when not at a fixpoint
    "expand-ir-insts": ("O2",),
}


def _native_row(line: str) -> PassInfo:
    kind, name, params, help_text = (cell.strip() for cell in line.split("|", 3))
    refused = help_text.startswith("refused: ")
    return PassInfo(
        name,
        Kind(kind),
        f"Not run: {help_text[9:]}." if refused else help_text,
        Status.REFUSED if refused else Status.NATIVE,
        params=tuple(params.split(";")) if params else (),
        native=NATIVE_TEXT.get(name, ""),
        reason=help_text[9:] if refused else "",
        is_read_only=name.startswith(("print", "verify")),
    )


def _own_row(name: str) -> PassInfo:
    """A pass of ours, from what the generated registry says of its header."""
    module, kind, help_text, params, phase, when, guard, places, origin, is_read_only = OWN_PASSES[name]
    return PassInfo(
        name,
        Kind(kind),
        help_text,
        Status.BUILT,
        params=params,
        module=module,
        aliases=ALIASES.get(name, ()),
        phase=Phase(phase),
        label=LABELS.get(name, ""),
        origin=origin,
        is_read_only=is_read_only,
        when=when,
        guard=guard,
        places=Places(tuple(Place(*place) for place in places[0]), *places[1:]),
    )


@lru_cache(maxsize=1)
def _registry() -> dict[str, PassInfo]:
    found: dict[str, PassInfo] = {}
    for line in NATIVE_PASSES.strip().splitlines():
        info = _native_row(line)
        found.setdefault(info.name, info)
    found.update({info.name: info for info in unbuilt_passes()})
    found.update({name: _own_row(name) for name in OWN_PASSES})
    return dict(sorted(found.items()))


@lru_cache(maxsize=1)
def _aliases() -> dict[str, str]:
    return {alias: info.name for info in _registry().values() for alias in info.aliases}


def all_passes() -> tuple[PassInfo, ...]:
    """Every pass, by name."""
    return tuple(_registry().values())


def find_pass(name: str, at: str = "") -> PassInfo:
    """The pass of this name or legacy alias, or an error that suggests the nearest."""
    info = _registry().get(_aliases().get(name, name))
    if info is None:
        near = suggest(name, (*_registry(), *_aliases()))
        raise UsageError(f"unknown pass name '{name}'", at=at, fix=f"{near}`opencicc passes` lists all of them")
    return info


def register_plugin(run: Pass, help: str, origin: str) -> None:
    """Enter a pass from another package; a name that is taken by a pass of ours or LLVM's is refused."""
    if has_pass(run.name) and run.name not in PLUGINS:
        raise UsageError(f"plugin '{origin}' brings a pass '{run.name}', a name that is taken", at="--plugins")
    PLUGINS[run.name] = run
    _registry()[run.name] = PassInfo(
        run.name, Kind(run.kind or run.level), help, Status.BUILT, origin=f"plugin {origin}"
    )


def has_pass(name: str) -> bool:
    return _aliases().get(name, name) in _registry()


def analysis_level(name: str) -> str:
    """The level of an analysis that `require<name>` takes, or nothing."""
    if name in OWN_ANALYSES:
        return "function"
    return next((level for level, names in NATIVE_ANALYSES.items() if name in names), "")
