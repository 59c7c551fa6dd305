"""OptionValues from text: `-opt "-name=value"`, options files and the environment all end here.

Every source is checked the same way: unknown names, values of the wrong type, options that are known but not
supported, and one option given two different values are errors that say where.
"""

from __future__ import annotations

import shlex

from opencicc.errors import FileError, UsageError
from opencicc.options.driver import DRIVER_OPTIONS
from opencicc.options.values import OptionValues

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from typing import Any

    from opencicc.options.catalogue import Catalogue
    from opencicc.options.option import Option

    Change = tuple[Option[Any], object, str]

ENVIRONMENT_PREFIX = "OPENCICC_OPT_"


def parse_opt(text: str, catalogue: Catalogue, at: str = "") -> list[Change]:
    """The settings in one `-opt` argument: `-name=value` or `-name`, several if separated by blanks."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"cannot read -opt '{text}': {error}", at=at) from None
    if not words:
        raise UsageError("-opt needs at least one option", at=at, fix='write -opt "-name=value"')
    return [_parse_word(word, catalogue, at) for word in words]


def _parse_word(word: str, catalogue: Catalogue, at: str) -> Change:
    if not word.startswith("-"):
        raise UsageError(f"'{word}' is not an option", at=at, fix=f'write -opt "-{word}"')
    name, equals, text = word.lstrip("-").partition("=")
    option = _typed(catalogue.find(name, at))
    refuse_unsupported(option, at)
    return option, (option.parse(text, at) if equals else value_alone(option, at)), at


def _typed(option: Option[Any]) -> Option[Any]:
    """The driver's option of the same name where there is one: slot 1 keeps `ftz` as text, the driver as 0 or 1."""
    return next((typed for typed in DRIVER_OPTIONS if option.name in (typed.name, *typed.aliases)), option)


def value_alone(option: Option[Any], at: str = "") -> object:
    """The value of an option given without one: true for a toggle, 1 for a level such as dump-remat."""
    if isinstance(option.default, bool):
        return True
    if isinstance(option.default, int):
        return option.check(1, at)
    raise UsageError(f"option {option.name} needs a value", at=at, fix=f"write -{option.name}=VALUE")


def refuse_unsupported(option: Option[Any], at: str = "") -> None:
    if option.unsupported:
        raise UsageError(f"option {option.name} is not supported: {option.unsupported}", at=at)


def parse_mapping(mapping: Mapping[str, object], catalogue: Catalogue, at: str = "options") -> list[Change]:
    """Settings given as Python objects, by the same names."""
    changes: list[Change] = []
    for name, value in mapping.items():
        option = _typed(catalogue.find(name, at))
        refuse_unsupported(option, at)
        changes.append((option, option.check(value, at), at))
    return changes


def read_options_file(path: Path, catalogue: Catalogue) -> list[Change]:
    """Settings from a file of `name: value` lines (YAML, so JSON too)."""
    import yaml  # 10 ms, so only where a file is read

    try:
        content = yaml.safe_load(path.read_text())
    except OSError as error:
        raise FileError(f"cannot read the options file: {error.strerror}", at=str(path)) from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UsageError("the options file is malformed", at=str(path), detail=str(error)) from None
    if content is None:
        return []
    if not isinstance(content, dict):
        raise UsageError("an options file holds 'name: value' lines", at=str(path))
    return parse_mapping({str(name): value for name, value in content.items()}, catalogue, str(path))


def read_environment(environment: Mapping[str, str], catalogue: Catalogue) -> list[Change]:
    """Settings from variables such as OPENCICC_OPT_DO_LICM=0."""
    changes: list[Change] = []
    for variable, text in sorted(environment.items()):
        if not variable.startswith(ENVIRONMENT_PREFIX):
            continue
        name = variable[len(ENVIRONMENT_PREFIX) :].lower().replace("_", "-")
        changes += parse_opt(shlex.quote(f"-{name}={text}"), catalogue, f"environment variable {variable}")
    return changes


def parse_all(texts: Iterable[str], catalogue: Catalogue, at: str = "-opt") -> OptionValues:
    """The values of several `-opt` arguments together."""
    return OptionValues().with_values([change for text in texts for change in parse_opt(text, catalogue, at)])
