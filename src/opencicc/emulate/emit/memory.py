"""Loads, stores, atomics, asynchronous copies, fences."""

from __future__ import annotations

from opencicc.emulate.emit.constants import kind_of
from opencicc.emulate.emit.registry import emitter
from opencicc.emulate.emit.writer import Writer
from opencicc.emulate.unchanging import READ_ONLY_LOAD
from opencicc.machine.ir import Address, Instr, Operand, Reg, Symbol, Vector
from opencicc.machine.types import bits_of

SPACES = {"global": "global", "const": "global", "shared": "shared", "local": "local"}


def space_of(instr: Instr) -> str:
    for word in instr.modifiers:
        plain = word.split("::")[0]
        if plain in SPACES:
            return SPACES[plain]
        if plain == "param":
            return "param"
    return "generic"


def vector_size(instr: Instr) -> int:
    return next((int(word[1:]) for word in instr.modifiers if word in ("v2", "v4", "v8")), 1)


def items_of(operand: Operand) -> tuple[Operand, ...]:
    return operand.items if isinstance(operand, Vector) else (operand,)


def address(w: Writer, place: Operand, space: str) -> str:
    """The address as an array; an undefined one is a fault."""
    if not isinstance(place, Address):
        raise w.not_emulated(f"address {place}")
    base = place.base
    unknown = w.unknown(base)
    if unknown is not None:
        w.line(f"check_address({unknown})")
    kind = "u32" if isinstance(base, Reg) and base.bits == 32 else "u64"
    name = w.read(base, kind)
    if place.offset:
        name = w.let(f"{name} + {w.number(place.offset, kind)}")
    if kind == "u32" and space in ("global", "generic"):
        name = w.let(f"{name}.astype(u64)")
    return name


@emitter("ld", "ldu", pure=False)
def ld(w: Writer, instr: Instr) -> None:
    type, count = instr.modifiers[-1], vector_size(instr)
    width = bits_of(type) // 8
    if width > 8:
        raise w.not_emulated("128-bit access")
    space = space_of(instr)
    place = instr.operands[1]
    items = items_of(instr.operands[0])
    if space == "param":
        if isinstance(place, Address) and isinstance(place.base, Symbol) and place.base.name in w.kernel_params:
            return ld_kernel_param(w, instr, place, items, type)
        space = "generic"
    where = address(w, place, space)
    is_tracked = any(item in w.tracked for item in items)
    function = "load_tracked" if is_tracked else "load"
    what = f", {READ_ONLY_LOAD!r}" if "nc" in instr.modifiers else ""
    found = w.let(f"{function}(M, {space!r}, {where}, {width}, {count}, V{what})")
    values, unknowns = (f"{found}[0]", f"{found}[1]") if is_tracked else (found, "")
    for position, item in enumerate(items):
        unknown = f"{unknowns}[{position}]" if is_tracked else None
        write_loaded(w, item, type, f"{values}[{position}]", unknown)


def write_loaded(w: Writer, item: Operand, type: str, value: str, unknown: str | None) -> None:
    """Extend to the register: with the sign for .s types, with zeros for the others."""
    kind = kind_of(type)
    bits = bits_of(type)
    wide = getattr(item, "bits", bits)
    if kind[0] == "s":
        value = f"{value}.view({kind})"
        if unknown is not None:
            unknown = f"{unknown}.view({kind}).astype(s{wide}).view(u{wide})"
    else:
        kind = f"u{bits}"
        if unknown is not None and wide != bits:
            unknown = f"{unknown}.astype(u{wide})"
    w.write(item, kind, value, unknown)


def ld_kernel_param(w: Writer, instr: Instr, place: Address, items: tuple[Operand, ...], type: str) -> None:
    width = bits_of(type) // 8
    start = w.kernel_params[str(place.base)] + place.offset
    for position, item in enumerate(items):
        value = f"M.parameter({start + position * width}, {width})"
        write_loaded(w, item, type, value, f"CLEAN[{bits_of(type)}]")


@emitter("st", pure=False)
def st(w: Writer, instr: Instr) -> None:
    type = instr.modifiers[-1]
    width = bits_of(type) // 8
    if width > 8 or "async" in instr.modifiers:
        raise w.not_emulated()
    space = space_of(instr)
    space = "generic" if space == "param" else space
    where = address(w, instr.operands[0], space)
    items = items_of(instr.operands[1])
    values = [w.read(item, f"u{8 * width}") for item in items]
    unknown = "None"
    if w.any_unknown(*items):
        bits = [narrowed(w, item, 8 * width) for item in items]
        unknown = f"[{', '.join(bits)}]"
    w.line(f"store(M, {space!r}, {where}, {width}, [{', '.join(values)}], {unknown}, V)")


def narrowed(w: Writer, item: Operand, bits: int) -> str:
    unknown = w.unknown(item)
    if unknown is None:
        return f"CLEAN[{bits}]"
    return unknown if getattr(item, "bits", bits) == bits else f"{unknown}.astype(u{bits})"


@emitter("atom", "red", pure=False)
def atom(w: Writer, instr: Instr) -> None:
    """Read-modify-write; `red` keeps no result. The elements of a vector are updated one by one."""
    operands = instr.operands if instr.base == "atom" else (Symbol("_"), *instr.operands)
    operation = next((word for word in instr.modifiers if word in OPERATIONS), "")
    bits = bits_of(instr.modifiers[-1])
    if not operation or bits > 64 or "async" in instr.modifiers:
        raise w.not_emulated()
    where = address(w, operands[1], space_of(instr))
    count = vector_size(instr)
    if count == 1:
        sources = operands[2 : 4 if operation == "cas" else 3]
        return atom_element(w, instr, operands[0], operation, where, sources)
    w.line(f"M.locate({space_of(instr)!r}, {where}, {count * bits // 8}, V, 'atomic', True)")
    targets = items_of(operands[0]) if isinstance(operands[0], Vector) else (operands[0],) * count
    for place, (target, source) in enumerate(zip(targets, items_of(operands[2]), strict=True)):
        element = w.let(f"{where} + {where}.dtype.type({place * bits // 8})")
        atom_element(w, instr, target, operation, element, (source,))


def atom_element(
    w: Writer, instr: Instr, target: Operand, operation: str, where: str, sources: tuple[Operand, ...]
) -> None:
    type = instr.modifiers[-1]
    bits = bits_of(type)
    kind = {"bf16": "u16"}.get(type, kind_of(type))
    values = [w.read(x, kind) for x in sources]
    unknowns = w.any_unknown(*sources)
    unknown = f"spread({bits}, {', '.join(unknowns)})" if unknowns else "None"
    arguments = f"{operation!r}, {type!r}, {where}, [{', '.join(values)}], {unknown}, V"
    result = w.let(f"atomic(M, {space_of(instr)!r}, {arguments})")
    w.write(target, f"u{bits}", f"{result}[0]", f"{result}[1]")


OPERATIONS = frozenset({"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"})


@emitter("cp", pure=False)
def cp(w: Writer, instr: Instr) -> None:
    """cp.async copies at once; the group and wait forms then have nothing to do."""
    words = instr.modifiers
    if words[0] != "async" or "bulk" in words or "mbarrier" in words:
        raise w.not_emulated("bulk or tensor copy")
    if "commit_group" in words or "wait_group" in words or "wait_all" in words:
        return
    target = address(w, instr.operands[0], "shared")
    source = address(w, instr.operands[1], "global")
    size = w.read(instr.operands[2], "u32")
    limit = w.read(instr.operands[3], "u32") if len(instr.operands) > 3 else "None"
    w.line(f"copy_async(M, {target}, {source}, {size}, {limit}, V)")


@emitter("membar", "fence", "prefetch", "prefetchu", "nanosleep", "griddepcontrol", "discard", "applypriority", "pmevent",
         "setmaxnreg", "brkpt", pure=False)  # fmt: skip
def nothing(w: Writer, instr: Instr) -> None:
    """Ordering and hints: every access of the emulator is seen at once."""


@emitter("barrier", pure=False)
def cluster_arrive(w: Writer, instr: Instr) -> None:
    """barrier.cluster.arrive: the wait that follows does the waiting."""


@emitter("mapa")
def mapa(w: Writer, instr: Instr) -> None:
    """An address in the shared memory of a block of the cluster: there is only the own one."""
    kind = kind_of(instr.modifiers[-1])
    w.write(instr.operands[0], kind, w.read(instr.operands[1], kind), w.unknown(instr.operands[1]))


@emitter("getctarank")
def getctarank(w: Writer, instr: Instr) -> None:
    w.write(instr.operands[0], "u32", w.number(0, "u32"))


@emitter("createpolicy")
def createpolicy(w: Writer, instr: Instr) -> None:
    w.write(instr.operands[0], "u64", w.number(0, "u64"))


@emitter("stacksave", "stackrestore", "alloca", pure=False)
def stack(w: Writer, instr: Instr) -> None:
    if instr.base == "stacksave":
        kind = kind_of(instr.modifiers[-1])
        return w.write(instr.operands[0], kind, f"V.stack_top().astype({kind})")
    if instr.base == "stackrestore":
        return w.line(f"V.set_stack_top({w.read(instr.operands[0], kind_of(instr.modifiers[-1]))}.astype(u64))")
    kind = kind_of(instr.modifiers[-1])
    size = w.read(instr.operands[1], kind)
    align = w.read(instr.operands[2], kind) if len(instr.operands) > 2 else w.number(16, kind)
    w.write(instr.operands[0], kind, f"V.grow_stack({size}, {align}).astype({kind})")
