"""A frozen dataclass without the `dataclasses` module.

The standard module costs about 10 ms to import (it pulls in `inspect`), a fifth of what the whole
command line may take from start to PTX. Type checkers see `@record` as a frozen dataclass; at run
time it has the same `__init__`, `__eq__`, `__hash__` and `__repr__`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from functools import cached_property
    from typing import Any, TypeVar

    from typing_extensions import dataclass_transform

    T = TypeVar("T")
    once = cached_property
else:

    def dataclass_transform(**_):
        return lambda decorator: decorator

    class once:  # noqa: N801 (used as a decorator)
        """A property that is worked out at its first use and kept: a record does not change."""

        def __init__(self, compute):
            self._compute = compute
            self._name = compute.__name__

        def __get__(self, instance, _owner=None):
            found = instance.__dict__[self._name] = self._compute(instance)
            return found


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Make `cls` a frozen record of its annotated fields, in order; class attributes are defaults."""
    inherited: dict[str, None] = dict.fromkeys(getattr(cls, "__record_fields__", ()))
    annotations = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 (`inspect` costs 8 ms)
    fields = tuple({**inherited, **dict.fromkeys(n for n in annotations if not n.startswith("__"))})
    defaults = {name: getattr(cls, name) for name in fields if hasattr(cls, name)}
    has_own_init = "__init__" in cls.__dict__
    setattr(cls, "__record_is_plain__", not has_own_init and not hasattr(cls, "__post_init__"))  # noqa: B010
    if not has_own_init:
        setattr(cls, "__init__", _first_init(cls, fields, defaults))  # noqa: B010
    for name, method in (("__eq__", _equal), ("__hash__", _hash)):
        if cls.__dict__.get(name) is None:
            setattr(cls, name, method)
    if "__repr__" not in cls.__dict__:
        setattr(cls, "__repr__", _repr)  # noqa: B010 (a plain assignment fails the type checker)
    setattr(cls, "__record_fields__", fields)  # noqa: B010
    setattr(cls, "__setattr__", _refuse)  # noqa: B010
    setattr(cls, "__delattr__", _refuse)  # noqa: B010
    return cls


def _first_init(cls: type, fields: tuple[str, ...], defaults: dict[str, object]) -> Callable[..., None]:
    """An `__init__` that writes the real one when the first instance is made: many records never have one."""

    def __init__(self: object, *arguments: object, **named: object) -> None:  # noqa: N807
        real = _write_init(cls, fields, defaults)
        setattr(cls, "__init__", real)  # noqa: B010
        real(self, *arguments, **named)

    return __init__


def _write_init(cls: type, fields: tuple[str, ...], defaults: dict[str, object]) -> Callable[..., None]:
    arguments = ", ".join(f"{n}=_d[{n!r}]" if n in defaults else n for n in fields)
    assigns = "".join(f"\n    d[{n!r}] = {n}" for n in fields)
    post = "\n    self.__post_init__()" if hasattr(cls, "__post_init__") else ""
    source = f"def __init__(self, {arguments}):\n    d = self.__dict__{assigns}{post}\n"
    namespace: dict[str, Any] = {"_d": defaults}
    exec(source, namespace)
    written: Callable[..., None] = namespace["__init__"]
    return written


def replace(instance: T, **changes: object) -> T:
    """A copy of a record with some fields changed."""
    kind = type(instance)
    fields, before = getattr(kind, "__record_fields__"), instance.__dict__  # noqa: B009
    values = before if len(before) == len(fields) else {name: before[name] for name in fields}
    if not getattr(kind, "__record_is_plain__") or not before.keys() >= changes.keys():  # noqa: B009
        return kind(**{**values, **changes})
    copied = kind.__new__(kind)  # thousands in a compile, so without naming every field
    copied.__dict__.update(values)
    copied.__dict__.update(changes)
    return copied


def as_dict(instance: object) -> dict[str, object]:
    """The fields of a record by name (one level deep)."""
    return {name: getattr(instance, name) for name in getattr(type(instance), "__record_fields__")}  # noqa: B009


def _equal(self: object, other: object) -> bool:
    return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: object) -> int:
    return hash(_values(self))


def _values(self: object) -> tuple[object, ...]:
    return tuple([getattr(self, name) for name in getattr(type(self), "__record_fields__")])  # noqa: B009


def _repr(self: object) -> str:
    return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in as_dict(self).items())})"


def _refuse(self: object, name: str, *_: object) -> None:
    raise AttributeError(f"{type(self).__name__}.{name} can't be changed: records are frozen")
