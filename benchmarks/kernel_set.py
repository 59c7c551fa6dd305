"""The benchmark kernels as data: how each is launched, on what, what must come out, and what bounds its speed.

Needs Python and NumPy only, so that it also runs on a GPU machine that has no opencicc. `load("sgemm_tiled")` gives one
case and `load_all()` the whole set; `case.arguments("small")` makes its (always equal) launch data; `pack_arguments`
turns that into the raw parameter bytes of a launch; `check` says whether what came back is right.

There are four sets, each a folder beside this file: `kernels`, on which opencicc's decisions were tuned, and `fresh`,
`fresh2` and `fresh3`, whose first measurements came before anyone had looked at their code. A kernel's name is in one of them only.
"""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np

Scale: TypeAlias = Literal["small", "full"]
Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
Scalar: TypeAlias = "np.generic[Any] | np.bool_"

HERE = Path(__file__).resolve().parent
KERNEL_FOLDER = HERE / "kernels"
SETS = ("kernels", "fresh", "fresh2", "fresh3")
SCALES: tuple[Scale, ...] = ("small", "full")


@dataclass(frozen=True, eq=False)
class Struct:
    """A struct passed by value: its fields in order, with C's natural alignment; an array stands for its pointer."""

    fields: tuple[Array | Scalar, ...]


Argument: TypeAlias = "Array | Scalar | Struct"


@dataclass(frozen=True)
class Launch:
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared_bytes: int = 0

    @property
    def threads(self) -> int:
        gx, gy, gz = self.grid
        bx, by, bz = self.block
        return gx * gy * gz * bx * by * bz


@dataclass(frozen=True)
class Bound:
    """What one launch must move through memory and compute at least; `kind` is the one that limits it on an H200."""

    bytes: int
    operations: int
    kind: Literal["bytes", "operations"]
    unit: Literal["fp32", "fp64", "fp16", "int32"] = "fp32"


@dataclass(frozen=True)
class Tolerance:
    """|got - expected| <= atol + rtol * |expected|; all zero means exactly equal.

    `wrong_fraction` is for results that a rounding difference can flip (a ray that grazes an edge): that share of the
    elements may differ.
    """

    rtol: float = 0.0
    atol: float = 0.0
    wrong_fraction: float = 0.0


EXACT = Tolerance()


@dataclass(frozen=True, eq=False)
class Sample:
    """Expected values at some flat indices only: where computing all of a full-size result on a CPU takes too long."""

    indices: Array
    values: Array


Expected: TypeAlias = "Array | Sample"


def same_outputs(outputs: list[Array]) -> list[Array]:
    return outputs


@dataclass(frozen=True, eq=False)
class KernelCase:
    """One kernel with everything a run needs.

    `outputs` are positions in the argument list of the arrays that are compared, and `tolerances` has one entry for
    each. `view` brings raw outputs into the form of the reference (bf16 bits to numbers, an unordered queue sorted).
    `stack_bytes` is the stack a thread needs where ptxas cannot tell (recursion); `styles` names what the kernel stands for in the set.
    Without `bounds` no rate is shown.
    """

    name: str
    styles: tuple[str, ...]
    launches: Mapping[Scale, Launch]
    make_args: Callable[[np.random.Generator, Scale], list[Argument]]
    outputs: tuple[int, ...]
    reference: Callable[[Sequence[Argument]], list[Expected]]
    tolerances: tuple[Tolerance, ...]
    bounds: Mapping[Scale, Bound] = field(default_factory=dict)
    view: Callable[[list[Array]], list[Array]] = field(default=same_outputs)
    stack_bytes: int = 0

    @property
    def entry(self) -> str:
        """The `extern "C"` kernel in the source: always of the file's name."""
        return self.name

    @property
    def source(self) -> Path:
        return HERE / set_of(self.name) / f"{self.name}.cu"

    def arguments(self, scale: Scale) -> list[Argument]:
        """The launch data, from a seed that depends on the kernel's name only."""
        return self.make_args(np.random.default_rng(zlib.crc32(self.name.encode())), scale)


Made = TypeVar("Made")


def per_scale(make: Callable[[Scale], Made]) -> dict[Scale, Made]:
    return {scale: make(scale) for scale in SCALES}


def names(which: str = "kernels") -> list[str]:
    return sorted(path.stem for path in (HERE / which).glob("*.cu"))


def set_of(name: str) -> str:
    """The set that has the kernel."""
    for which in SETS:
        if (HERE / which / f"{name}.py").exists():
            return which
    raise ValueError(f"no kernel is called {name!r}; there are: {', '.join(n for s in SETS for n in names(s))}")


def load(name: str) -> KernelCase:
    place = set_of(name)
    case: KernelCase = importlib.import_module(f"benchmarks.{place}.{name}").CASE
    if case.name != name:
        raise ValueError(f"benchmarks/{place}/{name}.py declares the case {case.name!r}")
    return case


def load_all(which: str = "kernels") -> list[KernelCase]:
    return [load(name) for name in names(which)]


def arrays_of(args: Sequence[Argument]) -> Iterator[Array]:
    """Every array that needs memory on the device, those inside structs included."""
    for arg in args:
        if isinstance(arg, Struct):
            yield from (value for value in arg.fields if isinstance(value, np.ndarray))
        elif isinstance(arg, np.ndarray):
            yield arg


def pack_arguments(args: Sequence[Argument], address_of: Callable[[Array], int]) -> list[bytes]:
    """The bytes of each kernel parameter, once `address_of` knows where each array lives."""

    def plain(value: Array | Scalar) -> bytes:
        if isinstance(value, np.ndarray):
            return address_of(value).to_bytes(8, "little")
        return value.tobytes()

    def struct(value: Struct) -> bytes:
        packed, widest = b"", 1
        for item in value.fields:
            raw = plain(item)
            widest = max(widest, len(raw))
            packed += bytes(-len(packed) % len(raw)) + raw
        return packed + bytes(-len(packed) % widest)

    return [struct(arg) if isinstance(arg, Struct) else plain(arg) for arg in args]


def unwritten(shape: int | tuple[int, ...], dtype: Any) -> Array:
    """An output buffer full of a pattern that no kernel produces, so that an element left out shows (NaN for floats)."""
    kind = np.dtype(dtype)
    if kind.kind == "f":
        return np.full(shape, np.nan, kind)
    pattern = np.frombuffer(b"\xa5" * kind.itemsize, kind)[0]
    return np.full(shape, pattern, kind)


def sample_indices(count: int, limit: int) -> Array:
    """All indices below `count`, or `limit` of them spread evenly with both ends among them."""
    if count <= limit:
        return np.arange(count)
    return np.unique(np.linspace(0, count - 1, limit).astype(np.int64))


def array_arg(args: Sequence[Argument], position: int) -> Array:
    value = args[position]
    if not isinstance(value, np.ndarray):
        raise TypeError(f"argument {position} is no array")
    return value


def int_arg(args: Sequence[Argument], position: int) -> int:
    value = args[position]
    if isinstance(value, (np.ndarray, Struct)):
        raise TypeError(f"argument {position} is no scalar")
    return int(value)


@dataclass(frozen=True)
class Verdict:
    """How one output compares: `worst` is the largest error in units of the tolerance (in plain units where exact)."""

    agrees: bool
    checked: int
    wrong: int
    worst: float
    first_wrong: str = ""


def compare(got: Array, expected: Array, tolerance: Tolerance) -> Verdict:
    got, expected = np.ravel(got), np.ravel(expected)
    if got.shape != expected.shape:
        return Verdict(False, 0, 0, float("inf"), f"{got.size} elements where {expected.size} are expected")
    allowed = tolerance.atol + tolerance.rtol * np.abs(expected) if tolerance.rtol or tolerance.atol else None
    if allowed is None and got.dtype.kind in "iub" and expected.dtype.kind in "iub":
        is_wrong = got != expected
        worst = float(np.max(np.abs(got.astype(np.float64) - expected.astype(np.float64)), initial=0.0))
    else:
        left, right = got.astype(np.float64), expected.astype(np.float64)
        is_same = (left == right) | (np.isnan(left) & np.isnan(right))
        with np.errstate(invalid="ignore", divide="ignore"):
            error = np.abs(left - right) / (1.0 if allowed is None else allowed)
        error = np.where(is_same, 0.0, np.where(np.isnan(error), np.inf, error))
        is_wrong = error > (0.0 if allowed is None else 1.0)
        worst = float(np.max(error, initial=0.0))
    wrong = int(np.count_nonzero(is_wrong))
    first = ""
    if wrong:
        at = int(np.argmax(is_wrong))
        first = f"element {at}: got {got[at]}, expected {expected[at]}"
    return Verdict(wrong <= tolerance.wrong_fraction * got.size, got.size, wrong, worst, first)


def check(case: KernelCase, outputs: Sequence[Array], expected: Sequence[Expected]) -> list[Verdict]:
    """Compares raw outputs (in the order of `case.outputs`) with what the reference gave."""
    verdicts = []
    for got, want, tolerance in zip(case.view(list(outputs)), expected, case.tolerances, strict=True):
        if isinstance(want, Sample):
            got, want = np.ravel(got)[want.indices], want.values
        verdicts.append(compare(got, want, tolerance))
    return verdicts
