"""ModuleText and Writer: the text of a module and of one function while it is being made.

A Writer knows what is visible where it stands: values that dominate it, memory that it may touch, whether all threads
of the block are there together. Statements (the other files of this folder) only ask for values and emit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from opencicc.check.generate.order import disordered
from opencicc.check.generate.values import FLOATS, INTEGERS, Value, full, integer, real, width

CONSTANT_SHARE = 0.12
EDGE_NUMBERS = (0, 1, 2, 3, 5, 7, 8, 16, 31, 63, 100, 127, 255, 1000, -1, -2, -7, -128)
REAL_NUMBERS = (0.5, 1.0, 2.0, 0.1, 3.25, 0.75, 1.5, 0.001)


@dataclass(frozen=True)
class Place:
    """Memory of `count` elements (a power of two) that a thread may read, and write where it is its own."""

    pointer: str
    space: int
    type: str
    count: int
    is_writable: bool
    align: int

    @property
    def pointer_type(self) -> str:
        return f"ptr addrspace({self.space})" if self.space else "ptr"


@dataclass(frozen=True)
class Function:
    """A device function that can be called."""

    name: str
    result: str
    params: tuple[str, ...]
    is_recursive: bool = False


@dataclass
class ModuleText:
    """What the functions of a module share.

    `is_smooth`: floats feed floats only, and stay positive. `has_odd_order`: blocks do not stand in the order in which they run.
    """

    rng: Random
    weights: dict[str, int]
    is_smooth: bool = False
    has_odd_order: bool = False
    lines: list[str] = field(default_factory=list)
    declarations: dict[str, None] = field(default_factory=dict)
    metadata: list[str] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    counter: int = 0

    @property
    def has_copies(self) -> bool:
        """Does the mode want copies of memory and structs?"""
        return bool(self.weights.get("copies"))

    def fresh(self, hint: str) -> str:
        self.counter += 1
        return f"{hint}{self.counter}"

    def declare(self, text: str) -> None:
        self.declarations[f"declare {text}"] = None

    def add_function(self, header: str, allocas: list[str], lines: list[str]) -> None:
        """A function whose first block begins with its stack objects."""
        body = ["entry:", *allocas, *lines]
        self.lines += [header, *(disordered(self.rng, body) if self.has_odd_order else body), "}", ""]

    def text(self) -> str:
        header = ['target triple = "nvptx64-nvidia-cuda"', ""]
        return "\n".join([*header, *self.lines, *self.declarations, *self.metadata]) + "\n"


class Writer:
    """One function. `budget` counts the statements that may still be made, `trips` the product of loop counts."""

    def __init__(self, module: ModuleText, budget: int) -> None:
        self.module = module
        self.rng = module.rng
        self.budget = budget
        self.allocas: list[str] = []
        self.lines: list[str] = []
        self.block = "entry"
        self.values: list[Value] = []
        self.places: list[Place] = []
        self.is_kernel = False
        self.is_uniform = False
        self.depth = 0
        self.trips = 1
        self.barriers = 0

    # Emitting.

    def raw(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def name(self, hint: str = "v") -> str:
        return f"%{self.module.fresh(hint)}"

    def define(self, type_: str, text: str, bound: int | None = None, *, visible: bool = True) -> Value:
        """A new value from an instruction's text."""
        value = Value(type_, self.name(), full(type_) if bound is None else bound)
        self.raw(f"{value.text} = {text}")
        if visible:
            self.values.append(value)
        return value

    def label(self, hint: str) -> str:
        return self.module.fresh(hint)

    def start(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.block = label

    def jump(self, label: str) -> None:
        self.raw(f"br label %{label}")

    def branch(self, condition: Value, then: str, otherwise: str) -> None:
        self.raw(f"br i1 {condition.text}, label %{then}, label %{otherwise}")

    def call(self, result: str, name: str, args: list[Value], bound: int | None = None, **flags: str) -> Value:
        """Call an intrinsic or library function of plain values, declaring it."""
        self.module.declare(f"{result} @{name}({', '.join(arg.type for arg in args)})")
        shown = ", ".join(str(arg) for arg in args)
        return self.define(result, f"call {flags.get('fast', '')}{result} @{name}({shown})", bound)

    def call_void(self, name: str, types: list[str], args: str) -> None:
        self.module.declare(f"void @{name}({', '.join(types)})")
        self.raw(f"call void @{name}({args})")

    # Choosing.

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def pick(self, type_: str, *, constants: bool = True) -> Value:
        """A visible value of a type, mostly a recent one; sometimes a constant; made by conversion if there is none."""
        if constants and self.chance(CONSTANT_SHARE):
            return self.constant(type_)
        found = [value for value in self.values if value.type == type_]
        if not found:
            return self.convert(type_)
        if self.chance(0.5):
            return found[max(len(found) - 1 - int(self.rng.expovariate(0.4)), 0)]
        return self.rng.choice(found)

    def constant(self, type_: str) -> Value:
        if type_ in FLOATS:
            number = self.rng.choice(REAL_NUMBERS)
            return real(type_, number if self.module.is_smooth or self.chance(0.7) else -number)
        if type_ == "i1":
            return integer("i1", self.rng.randrange(2))
        wide = self.rng.getrandbits(width(type_)) if self.chance(0.2) else self.rng.choice(EDGE_NUMBERS)
        return integer(type_, wide)

    def convert(self, type_: str) -> Value:
        """A value of a type that has none yet, from an integer or a float of another width."""
        from opencicc.check.generate import floats, integers

        if type_ in INTEGERS:
            return integers.resize(self, self.any_integer(), type_)
        if type_ in FLOATS:
            return floats.resize(self, self.any_float(), type_)
        return integers.condition(self)

    def any_integer(self) -> Value:
        return self.rng.choice([value for value in self.values if value.type in INTEGERS])

    def any_float(self) -> Value:
        return self.rng.choice([value for value in self.values if value.type in FLOATS])

    def pick_type(self) -> str:
        """A type for a value that is carried somewhere: mostly integers."""
        return self.rng.choice(("i32", "i32", "i32", "i64", "i64", "i16", "i8", "float", "float", "double"))

    # Scopes.

    @contextmanager
    def scope(self, *, is_uniform: bool = True, trips: int = 1) -> Iterator[None]:
        """Code that runs under a condition: what is made inside is not visible behind it."""
        values, places, uniform = len(self.values), len(self.places), self.is_uniform
        self.is_uniform = self.is_uniform and is_uniform
        self.depth += 1
        self.trips *= trips
        yield
        self.trips //= trips
        self.depth -= 1
        self.is_uniform = uniform
        del self.values[values:]
        del self.places[places:]

    def statements(self, count: int) -> None:
        """Up to `count` statements chosen by the mode's weights."""
        from opencicc.check.generate.statements import usable

        for _ in range(count):
            if self.budget <= 0:
                return
            self.budget -= 1
            choices = usable(self)
            statement: Callable[[Writer], None] = self.rng.choices(list(choices), list(choices.values()))[0]
            statement(self)
