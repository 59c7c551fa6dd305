"""Option values from everywhere a user can set them, with a stated precedence.

The command line and the API win over OPENCICC_* environment variables, those over the options
file, that over the declared defaults.
"""

from __future__ import annotations

import os

from opencicc.errors import FileError, UsageError, suggest
from opencicc.options.driver import DRIVER_OPTIONS, OPTIONS_FILE
from opencicc.options.option import Option
from opencicc.options.values import OptionValues

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    Change = tuple[Option[Any], object, str]

ENVIRONMENT_PREFIX = "OPENCICC_"
# Variables of ours that are not options: they say where tools are or how a process runs.
_OTHER_VARIABLES = ("LIBLLVM", "NATIVE_HELPER", "PTXAS", "NVDISASM", "CUOBJDUMP", "LIBDEVICE", "CLANG")

_BY_NAME: dict[str, Option[Any]] = {
    spelling.lower(): option for option in DRIVER_OPTIONS for spelling in (option.name, *option.aliases)
}


def find_driver_option(name: str) -> Option[Any] | None:
    """A driver option by name or alias; '-' and '_' are the same, case only matters for -O and -W words."""
    key = name.replace("_", "-")
    option = _BY_NAME.get(key.lower())
    if option is not None and key.lower() != key and key not in (option.name, *option.aliases):
        return None
    return option


def find_option(name: str, at: str) -> Option[Any]:
    """Any option by name: the driver's, the front end's, then the passes' and slots' (loaded only when needed)."""
    option = find_driver_option(name) or _find_frontend_option(name)
    if option is not None:
        return option
    from opencicc.options.parse import refuse_unsupported
    from opencicc.pipeline.catalogue import catalogue

    option = catalogue().find(name.replace("_", "-"), at)
    refuse_unsupported(option, at)
    return option


def _find_frontend_option(name: str) -> Option[Any] | None:
    from opencicc.frontend.options import FRONTEND_OPTIONS

    key = name.replace("_", "-")
    return next((option for option in FRONTEND_OPTIONS if key in (option.name, *option.aliases)), None)


def gather(given: Iterable[Change], environment: Mapping[str, str] | None = None) -> OptionValues:
    """All layers together; `given` is what the command line or the API set."""
    given = list(given)
    environment = os.environ if environment is None else environment
    from_environment = list(_read_environment(environment))
    explicit = OptionValues().with_values(from_environment).with_values(given)
    path = explicit[OPTIONS_FILE]
    values = OptionValues().with_values(_read_file(path)) if path else OptionValues()
    return values.with_values(from_environment).with_values(given)


def _read_environment(environment: Mapping[str, str]) -> Iterable[Change]:
    for variable, text in environment.items():
        if not variable.startswith(ENVIRONMENT_PREFIX):
            continue
        word = variable.removeprefix(ENVIRONMENT_PREFIX)
        if word in _OTHER_VARIABLES:
            continue
        name = word.removeprefix("OPT_").lower().replace("_", "-")
        option = _BY_NAME.get(name) or find_option(name, variable)
        yield option, option.parse(text, variable), variable


def _read_file(path: str) -> Iterable[Change]:
    import yaml

    try:
        with open(path) as file:
            content = yaml.safe_load(file)
    except OSError as error:
        raise FileError(f"cannot read the options file: {error.strerror}", at=path) from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UsageError("the options file is malformed", at=path, detail=str(error)) from None
    if content is None:
        return []
    if not isinstance(content, dict):
        raise UsageError("the options file is not a list of name: value lines", at=path)
    return [(find_option(str(name), path), value, path) for name, value in content.items()]


def unknown_option(word: str, at: str) -> UsageError:
    """The error for a word on the command line that nobody declared."""
    from opencicc.frontend.options import FRONTEND_OPTIONS
    from opencicc.pipeline.catalogue import catalogue

    known = [option.name for option in (*DRIVER_OPTIONS, *FRONTEND_OPTIONS, *catalogue())]
    name = word.lstrip("-").partition("=")[0]
    return UsageError(
        f"{word} is an unsupported option",
        at=at,
        fix=f"{suggest(name, known)}`opencicc --help` and `opencicc options` list all of them",
    )
