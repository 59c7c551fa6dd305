"""A frozen dataclass without the `dataclasses` module.

The standard module costs about 10 ms to import (it pulls in `inspect`), a fifth of what the whole
command line may take from start to PTX. Type checkers see `@record` as a frozen dataclass; at run
time it writes the same `__init__`, `__eq__`, `__hash__` and `__repr__`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from typing_extensions import dataclass_transform

    T = TypeVar("T")
else:

    def dataclass_transform(**_):
        return lambda decorator: decorator


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Make `cls` a frozen record of its annotated fields, in order; class attributes are defaults."""
    inherited: dict[str, None] = dict.fromkeys(getattr(cls, "__record_fields__", ()))
    annotations = cls.__dict__.get("__annotations__", {})
    fields = tuple({**inherited, **dict.fromkeys(n for n in annotations if not n.startswith("__"))})
    defaults = {name: getattr(cls, name) for name in fields if hasattr(cls, name)}
    arguments = ", ".join(f"{n}=_d[{n!r}]" if n in defaults else n for n in fields)
    assigns = "".join(f"\n    d[{n!r}] = {n}" for n in fields)
    mine = "(" + "".join(f"self.{n}, " for n in fields) + ")"
    theirs = "(" + "".join(f"other.{n}, " for n in fields) + ")"
    source = (
        f"def __init__(self, {arguments}):\n    d = self.__dict__{assigns}\n    post(self)\n"
        f"def __eq__(self, other):\n"
        f"    return {mine} == {theirs} if other.__class__ is self.__class__ else NotImplemented\n"
        f"def __hash__(self):\n    return hash({mine})\n"
    )
    namespace: dict[str, object] = {"_d": defaults, "post": getattr(cls, "__post_init__", _nothing)}
    exec(source, namespace)
    for method in ("__init__", "__eq__", "__hash__"):
        if method not in cls.__dict__ or cls.__dict__[method] is None:
            setattr(cls, method, namespace[method])
    if "__repr__" not in cls.__dict__:
        setattr(cls, "__repr__", _repr)  # noqa: B010 (a plain assignment fails the type checker)
    setattr(cls, "__record_fields__", fields)  # noqa: B010
    setattr(cls, "__setattr__", _refuse)  # noqa: B010
    setattr(cls, "__delattr__", _refuse)  # noqa: B010
    return cls


def replace(instance: T, **changes: object) -> T:
    """A copy of a record with some fields changed."""
    fields = getattr(type(instance), "__record_fields__")  # noqa: B009
    values = {name: getattr(instance, name) for name in fields}
    return type(instance)(**{**values, **changes})


def as_dict(instance: object) -> dict[str, object]:
    """The fields of a record by name (one level deep)."""
    return {name: getattr(instance, name) for name in getattr(type(instance), "__record_fields__")}  # noqa: B009


def _nothing(self: object) -> None:
    pass


def _repr(self: object) -> str:
    return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in as_dict(self).items())})"


def _refuse(self: object, name: str, *_: object) -> None:
    raise AttributeError(f"{type(self).__name__}.{name} can't be changed: records are frozen")
