"""Option values from everywhere a user can set them, with a stated precedence.

The command line and the API win over OPENCICC_* environment variables, those over the options file, that over the
declared defaults. Every source is checked the same way: unknown names, values of the wrong type, options that are
known but not supported, and one option given two different values are errors that say where.
"""

from __future__ import annotations

import os

from opencicc.errors import FileError, UsageError
from opencicc.options import registry
from opencicc.options.driver import OPTIONS_FILE
from opencicc.options.values import OptionValues

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from opencicc.options.option import Option

    Change = tuple[Option[Any], object, str]

ENVIRONMENT_PREFIX = "OPENCICC_"
# Variables of ours that are not options: they say where tools are or how a process runs.
_OTHER_VARIABLES = (
    "LIBLLVM", "NATIVE_HELPER", "PTXAS", "NVDISASM", "CUOBJDUMP", "NVCC", "LIBDEVICE", "CLANG", "PYTHON", "NVVM_WORKER", "LIBNVVM",
)  # fmt: skip


def gather(given: Iterable[Change], environment: Mapping[str, str] | None = None) -> OptionValues:
    """All layers together; `given` is what the command line or the API set."""
    given = list(given)
    from_environment = read_environment(variables_of_ours() if environment is None else environment)
    explicit = OptionValues().with_values(from_environment).with_values(given)
    path = explicit[OPTIONS_FILE]
    values = OptionValues().with_values(read_file(path)) if path else OptionValues()
    return values.with_values(from_environment).with_values(given)


def read_mapping(mapping: Mapping[str, object], at: str = "") -> list[Change]:
    """Settings by name as Python objects; where no place is given, each names itself."""
    changes: list[Change] = []
    for name, value in mapping.items():
        place = at or f"options[{name!r}]"
        changes.append((find_settable(name, place), value, place))
    return changes


def read_words(text: str, at: str = "") -> list[Change]:
    """The settings in one `-opt` argument: `-name=value` or `-name`, several if separated by blanks."""
    import shlex

    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"cannot read -opt '{text}': {error}", at=at) from None
    if not words:
        raise UsageError("-opt needs at least one option", at=at, fix='write -opt "-name=value"')
    return [_read_word(word, at) for word in words]


def _read_word(word: str, at: str) -> Change:
    if not word.startswith("-"):
        raise UsageError(f"'{word}' is not an option", at=at, fix=f'write -opt "-{word}"')
    name, equals, text = word.lstrip("-").partition("=")
    option = find_settable(name, at)
    return option, (option.parse(text, at) if equals else value_alone(option, at)), at


def value_alone(option: Option[Any], at: str = "") -> object:
    """The value of an option given without one: true for a toggle, 1 for a level such as dump-remat."""
    if isinstance(option.default, bool):
        return True
    if isinstance(option.default, int):
        return option.check(1, at)
    raise UsageError(f"option {option.name} needs a value", at=at, fix=f"write -{option.name}=VALUE")


def find_settable(name: str, at: str = "") -> Option[Any]:
    """The option of this name, unless setting it is refused."""
    option = registry.find(name, at)
    registry.refuse_unsupported(option, at)
    return option


def read_environment(environment: Mapping[str, str]) -> list[Change]:
    """Settings from variables such as OPENCICC_ARCH=sm_90 or OPENCICC_OPT_DO_LICM=0."""
    changes: list[Change] = []
    for variable, text in environment.items():
        word = variable.removeprefix(ENVIRONMENT_PREFIX)
        if word == variable or word in _OTHER_VARIABLES:
            continue
        option = find_settable(word.removeprefix("OPT_").lower(), variable)
        changes.append((option, option.parse(text, variable), variable))
    return changes


def settings_in_environment() -> tuple[tuple[Any, Any], ...]:
    """The variables that read_environment looks at, quickly: to see whether they are as they were."""
    # The dictionary behind os.environ, which has bytes where the system has them: nothing is decoded.
    raw: Mapping[Any, Any] = getattr(os.environ, "_data", os.environ)
    is_raw = raw is not os.environ and os.name == "posix"  # a plain dictionary in its place has texts
    prefix = os.fsencode(ENVIRONMENT_PREFIX) if is_raw else ENVIRONMENT_PREFIX
    return tuple([item for item in raw.items() if item[0].startswith(prefix)])


def variables_of_ours() -> dict[str, str]:
    return {os.fsdecode(name): os.fsdecode(text) for name, text in settings_in_environment()}


def read_file(path: str) -> list[Change]:
    """Settings from a file of `name: value` lines (YAML, so JSON too)."""
    import yaml  # 10 ms, so only where a file is read

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
    return read_mapping({str(name): value for name, value in content.items()}, path)
