"""The type-size engine: how many bytes a value takes at a call boundary, from descriptions of types alone.

Every scalar goes through one formula, `(multiplier * bit width + 7) >> 3`, where arrays and vectors
only raise the multiplier: an array of four i1 takes one byte here, as it would in a packed register,
whatever its layout in memory.
"""

from __future__ import annotations

from opencicc.record import record

SCALAR_BITS = {
    "void": 0, "label": 0, "metadata": 0, "token": 0,
    "half": 16, "bfloat": 16, "float": 32, "double": 64,
    "x86_fp80": 80, "fp128": 128, "ppc_fp128": 128, "x86_mmx": 64, "x86_amx": 8192,
}  # fmt: skip
DEPTH_LIMIT = 20
PARAM_BITS = 32  # the narrowest integer of the parameter space: i1, i8 and i16 are widened to it


@record
class TypeDesc:
    """A type without its handle. `bits` is for integers and pointers, `count` for arrays and vectors."""

    kind: str
    bits: int = 0
    count: int = 1
    fields: tuple[TypeDesc, ...] = ()  # a struct's members; the element of an array, vector or opaque type
    is_packed: bool = False

    @property
    def is_aggregate(self) -> bool:
        return self.kind in ("struct", "array")


VOID = TypeDesc("void")


def integer(bits: int) -> TypeDesc:
    return TypeDesc("integer", bits)


def byte_size(type_: TypeDesc) -> int:
    """Bytes by the uniform formula."""
    multiplier, bits = measure(type_)
    return (multiplier * bits + 7) >> 3


def measure(type_: TypeDesc) -> tuple[int, int]:
    """Multiplier and bit width; nested arrays multiply."""
    if type_.kind in ("integer", "pointer"):
        return 1, type_.bits
    if type_.kind in ("array", "vector", "scalable_vector", "target_extension"):
        multiplier, bits = measure(type_.fields[0]) if type_.fields else (1, type_.bits)
        return multiplier * type_.count, bits
    if type_.kind == "struct":
        return 1, 8 * struct_bytes(type_)
    if type_.kind == "function":
        return measure(type_.fields[0]) if type_.fields else (1, 0)
    return 1, SCALAR_BITS[type_.kind]


def struct_bytes(type_: TypeDesc) -> int:
    """Layout size of a struct: members at their alignment, unless packed."""
    kept = type_.__dict__  # asked for at every call with such an argument, and a description never changes
    found: int | None = kept.get("_struct_bytes")
    if found is None:
        found = kept["_struct_bytes"] = _lay_out(type_)
    return found


def _lay_out(type_: TypeDesc) -> int:
    offset, widest = 0, 1
    for member in type_.fields:
        align = 1 if type_.is_packed else alignment(member)
        offset = round_up(offset, align) + storage_bytes(member)
        widest = max(widest, align)
    return round_up(offset, widest)


def storage_bytes(type_: TypeDesc) -> int:
    """Bytes in memory, where every array element has an address of its own."""
    if type_.kind == "array":
        return type_.count * round_up(storage_bytes(type_.fields[0]), alignment(type_.fields[0]))
    return struct_bytes(type_) if type_.kind == "struct" else byte_size(type_)


def alignment(type_: TypeDesc) -> int:
    """NVPTX's natural alignment: the size rounded up to a power of two, at most 16 bytes."""
    if type_.kind == "array":
        return alignment(type_.fields[0])
    if type_.kind == "struct":
        return 1 if type_.is_packed else max((alignment(member) for member in type_.fields), default=1)
    size = byte_size(type_)
    return min(16, 1 << (size - 1).bit_length()) if size else 1


def round_up(value: int, step: int) -> int:
    return -(-value // step) * step


def param_bytes(type_: TypeDesc) -> int:
    """Bytes in the parameter space of PTX."""
    kept = type_.__dict__  # the types of a module are few, their values at calls many
    found: int | None = kept.get("_param_bytes")
    if found is None:
        is_widened = type_.kind == "integer" and 0 < type_.bits < PARAM_BITS
        found = kept["_param_bytes"] = PARAM_BITS // 8 if is_widened else byte_size(type_)
    return found


def count_fields(type_: TypeDesc) -> int:
    """Scalars inside a type, found with a stack; below the depth limit an aggregate counts as one."""
    total = 0
    stack = [(type_, 0, 1)]
    while stack:
        current, depth, times = stack.pop()
        if not current.is_aggregate or depth >= DEPTH_LIMIT:
            total += times
            continue
        times *= current.count if current.kind == "array" else 1
        stack += [(member, depth + 1, times) for member in current.fields]
    return total
