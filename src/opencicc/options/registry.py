"""The one list of everything that can be set, and the one way to find an option by name.

Options are declared where they belong: the driver's and the front end's in one file each, knobs beside their passes,
slots and the knobs of passes that do not exist yet as rows of a table. The generated index (index.py) says in which
file a declaration stands, so that finding one option imports one file.
"""

from __future__ import annotations

import sys
from functools import lru_cache

from opencicc.errors import UsageError, suggest
from opencicc.options.index import ALIASES, DECLARED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from opencicc.options.option import Option

_DRIVER, _FRONTEND = "opencicc.options.driver", "opencicc.frontend.options"


def find(name: str, at: str = "") -> Option[Any]:
    """The option of this name, or an error that suggests the nearest; '-' and '_' are the same.

    Where the driver and a slot share a name (`ftz`) the driver's declaration is the one that counts.
    """
    key = name.replace("_", "-")
    option = _declared(key) or _in_tables(key, at)
    if option is None:
        near = suggest(key, all_names())
        raise UsageError(f"unknown option '{name}'", at=at, fix=f"{near}`opencicc options` lists all of them")
    return option


def find_driver_option(name: str) -> Option[Any] | None:
    """An option of the driver itself."""
    key = _key(name.replace("_", "-"))
    return _load(key) if key in DECLARED and DECLARED[key][0] == _DRIVER else None


def is_drivers(name: str) -> bool:
    """Is this the name of an option that only the driver or the front end reads?"""
    return name in DECLARED and DECLARED[name][0] in (_DRIVER, _FRONTEND)


def refuse_unsupported(option: Option[Any], at: str = "") -> None:
    if option.unsupported:
        raise UsageError(f"option {option.name} is not supported: {option.unsupported}", at=at)


def unknown_option(word: str, at: str) -> UsageError:
    """The error for a word on the command line that nobody declared."""
    return UsageError(
        f"{word} is an unsupported option",
        at=at,
        fix=f"{suggest(word.lstrip('-').partition('=')[0], all_names())}"
        "`opencicc --help` and `opencicc options` list all of them",
    )


def all_names() -> tuple[str, ...]:
    from opencicc.options import table_options

    return tuple(dict.fromkeys((*DECLARED, *table_options.by_name())))


@lru_cache(maxsize=1)
def optimizer_options() -> dict[str, Option[Any]]:
    """What `-opt` takes: slots, the fields beside them, and the knobs of passes and pipeline."""
    from opencicc.options import table_options

    declared = [name for name, (module, _) in DECLARED.items() if module not in (_DRIVER, _FRONTEND)]
    found = {**table_options.by_name(), **{name: _load(name) for name in declared}}
    return dict(sorted(found.items(), key=lambda item: (item[1].slot is None, item[1].slot or 0, item[0])))


def _key(name: str) -> str:
    """The declared name that a spelling stands for."""
    return name if name in DECLARED else ALIASES.get(name, "")


def _declared(name: str) -> Option[Any] | None:
    key = _key(name)
    return _load(key) if key in DECLARED else None


def _load(name: str) -> Option[Any]:
    module, constant = DECLARED[name]
    __import__(module)  # `importlib` costs a millisecond
    option: Option[Any] = getattr(sys.modules[module], constant)
    return option


def _in_tables(name: str, at: str) -> Option[Any] | None:
    from opencicc.options import table_options

    return table_options.find(name, at)
