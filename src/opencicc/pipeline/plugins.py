"""Passes from other packages: an entry point in the group `opencicc.passes` that gives a Plugin.

    [project.entry-points."opencicc.passes"]
    count-loads = "my_package:PLUGIN"

A plugin acts only when it is asked for (`--plugins=count-loads`, or `all`): what a compiler does
must not depend on what happens to be installed.
"""

from __future__ import annotations

from opencicc.errors import UsageError, suggest
from opencicc.passes.api import Pass
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.pipeline.assemble import PluginPass

GROUP = "opencicc.passes"
ALL = "all"


@record
class Plugin:
    """A pass from outside and its place: tiers whose threshold is below `position` run before it."""

    run: Pass
    position: int = 1
    help: str = ""


def load_plugins(names: Sequence[str]) -> tuple[PluginPass, ...]:
    """The passes of the named plugins, by position; each is entered in the registry."""
    if not names:
        return ()
    from importlib.metadata import entry_points

    from opencicc.passes.registry import register_plugin
    from opencicc.pipeline.assemble import PluginPass
    from opencicc.pipeline.step import Step

    found = {point.name: point for point in entry_points(group=GROUP)}
    wanted = list(found) if ALL in names else list(names)
    loaded: list[PluginPass] = []
    for name in wanted:
        if name not in found:
            raise UsageError(
                f"no plugin '{name}' is installed",
                at="--plugins",
                fix=f"{suggest(name, found)}installed: {', '.join(found) or 'none'}",
            )
        try:
            plugin = found[name].load()
        except Exception as error:
            raise UsageError(
                f"plugin '{name}' can't be loaded: {type(error).__name__}: {error}",
                at=f"entry point {found[name].value}",
                fix=f"mend or uninstall the package, or leave {name} out of --plugins",
            ) from error
        if not isinstance(plugin, Plugin):
            raise UsageError(
                f"plugin '{name}' is a {type(plugin).__name__}, not an opencicc Plugin",
                at=f"entry point {found[name].value}",
                fix="let the entry point name an opencicc.pipeline.plugins.Plugin",
            )
        register_plugin(plugin.run, plugin.help, origin=name)
        loaded.append(PluginPass(Step(plugin.run.name), plugin.position, name))
    return tuple(sorted(loaded, key=lambda one: one.position))
