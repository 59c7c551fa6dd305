"""cvt in all its forms, and cvt.pack."""

from __future__ import annotations

from opencicc.emulate.emit import floats, packed
from opencicc.emulate.emit.constants import kind_of
from opencicc.emulate.emit.registry import emitter
from opencicc.emulate.emit.writer import Writer
from opencicc.machine.ir import Instr
from opencicc.machine.types import is_float

INTEGRAL_MODES = frozenset({"rni", "rzi", "rmi", "rpi"})
SMALL = {"e4m3x2": "e4m3", "e5m2x2": "e5m2"}


@emitter("cvt")
def cvt(w: Writer, instr: Instr) -> None:
    if instr.modifiers[0] == "pack":
        return cvt_pack(w, instr)
    to, source = instr.modifiers[-2:]
    if to in packed.PACKED or source in SMALL or to in SMALL or to == "tf32":
        return cvt_special(w, instr, to, source)
    if is_float(source):
        return float_source(w, instr, to, source)
    if is_float(to):
        return int_to_float(w, instr, to, source)
    kind = kind_of(source)
    a = w.read(instr.operands[1], kind)
    target = kind_of(to)
    if kind == target or ("sat" not in instr.modifiers and kind[1:] == target[1:]):
        return w.write(
            instr.operands[0], target, a if kind == target else f"{a}.view({target})", w.unknown(instr.operands[1])
        )
    unknown = None
    t = w.unknown(instr.operands[1])
    if t is not None and "sat" not in instr.modifiers:
        unknown = extended_unknown(w, instr, t, kind, target)
    w.write(instr.operands[0], target, f"int_to_int({a}, {target!r}, {'sat' in instr.modifiers})", unknown)


def extended_unknown(w: Writer, instr: Instr, unknown: str, kind: str, target: str) -> str:
    """Undefined bits move as the value's bits do, then fill the register the same way."""
    source = f"{unknown}.astype(u{kind[1:]}).view({kind})"
    bits = getattr(instr.operands[0], "bits", int(target[1:]))
    return f"int_to_int({source}, {target!r}, False).astype({target[0]}{bits}).view(u{bits})"


def float_source(w: Writer, instr: Instr, to: str, source: str) -> None:
    a = floats.read_float(w, instr.operands[1], source, instr)
    if source == "bf16":
        a = w.let(f"from_bf16({a})")
    integral = next((word for word in instr.modifiers if word in INTEGRAL_MODES), "")
    if not is_float(to):
        kind = kind_of(to)
        return w.write(
            instr.operands[0], kind, f"float_to_int({a}, {kind!r}, {integral or 'rni'!r}, {source == 'f64'})"
        )
    if integral:
        a = w.let(f"round_integral({a}, {integral!r})")
    floats.finish(w, instr, to, float_to_float(w, instr, a, to, source))


def float_to_float(w: Writer, instr: Instr, a: str, to: str, source: str) -> str:
    mode = floats.mode_of(instr)
    if to == "bf16":
        expression = f"to_bf16({a}.astype(f64), {mode!r})"
        return f"finite_bf16({expression})" if "satfinite" in instr.modifiers else expression
    if to == source:
        return f"canonical32({a})" if to == "f32" else a
    if to == "f64":
        return f"{a}.astype(f64)"
    if to == "f32":
        return f"canonical32(to_f32({a}.astype(f64), {mode!r}))"
    return f"canonical16(to_f16({a}.astype(f64), {mode!r}))"


def int_to_float(w: Writer, instr: Instr, to: str, source: str) -> None:
    a = w.read(instr.operands[1], kind_of(source))
    floats.finish(w, instr, to, f"int_to_{to}({a}, {floats.mode_of(instr)!r})")


def cvt_special(w: Writer, instr: Instr, to: str, source: str) -> None:
    """Pairs of narrow floats, the 8-bit floats and tf32."""
    mode = floats.mode_of(instr)
    if to == "tf32":
        return cvt_tf32(w, instr)
    if source == "f32" and len(instr.operands) == 3:
        high, low = (floats.read_float(w, x, "f32", instr) for x in instr.operands[1:3])
        if to in SMALL:
            return narrow_pair(w, instr, to, high, low)
        element = packed.PACKED[to]
        convert = [f"to_bf16({x}.astype(f64), {mode!r})" if element == "bf16" else
                   f"canonical16(to_f16({x}.astype(f64), {mode!r}))" for x in (low, high)]  # fmt: skip
        return packed.join(w, instr, to, *convert)
    if to in SMALL and source in ("f16x2", "bf16x2"):
        low, high = packed.halves(w, instr.operands[1], source)
        wide = [f"from_bf16({x})" if source == "bf16x2" else f"{x}.astype(f32)" for x in (low, high)]
        return narrow_pair(w, instr, to, wide[1], wide[0])
    if source in SMALL and to == "f16x2":
        pair = w.read(instr.operands[1], "u16")
        kind = SMALL[source]
        low = f"from_small({pair}.astype(u8), {kind!r}).astype(f16)"
        high = f"from_small(({pair} >> N8).astype(u8), {kind!r}).astype(f16)"
        return packed.join(w, instr, to, f"canonical16({low})", f"canonical16({high})")
    raise w.not_emulated()


def cvt_tf32(w: Writer, instr: Instr) -> None:
    if "rna" not in instr.modifiers:
        raise w.not_emulated()
    w.write(instr.operands[0], "u32", f"tf32_rna({w.read(instr.operands[1], 'f32')})")


def narrow_pair(w: Writer, instr: Instr, to: str, high: str, low: str) -> None:
    kind = SMALL[to]
    if "relu" in instr.modifiers:
        high, low = f"relu_f32({high})", f"relu_f32({low})"
    joined = f"(to_small({high}, {kind!r}).astype(u16) << N8) | to_small({low}, {kind!r}).astype(u16)"
    w.write(instr.operands[0], "u16", joined)


def cvt_pack(w: Writer, instr: Instr) -> None:
    """cvt.pack.sat: two integers saturated and joined, 8-bit forms shifting c's value up."""
    to, source = (word for word in instr.modifiers[2:4])
    a, b = (w.read(x, kind_of(source)) for x in instr.operands[1:3])
    kind = kind_of(to)
    if kind[1:] not in ("8", "16"):
        raise w.not_emulated()
    bits = int(kind[1:])
    parts = [f"int_to_int({x}, {kind!r}, True).view(u{bits}).astype(u32)" for x in (a, b)]
    joined = f"({parts[0]} << {w.number(bits, 'u32')}) | {parts[1]}"
    if bits == 8:
        joined = f"({joined}) | ({w.read(instr.operands[3], 'u32')} << {w.number(16, 'u32')})"
    w.write(instr.operands[0], "u32", joined)


@emitter("cvta")
def cvta(w: Writer, instr: Instr) -> None:
    """Between a space and generic addresses; global, constant and parameter addresses are generic already."""
    kind = kind_of(instr.modifiers[-1])
    d, source = instr.operands
    a = w.read(source, kind)
    unknown = w.unknown(source)
    if "global" in instr.modifiers or "const" in instr.modifiers or "param" in instr.modifiers:
        return w.write(d, kind, a, unknown)
    space = "shared" if any(word.startswith("shared") for word in instr.modifiers) else "local"
    direction = "leave_window" if "to" in instr.modifiers else "enter_window"
    w.write(d, kind, f"{direction}({a}, {space!r})", unknown)


@emitter("isspacep")
def isspacep(w: Writer, instr: Instr) -> None:
    space = instr.modifiers[0].split("::")[0]
    w.write(instr.operands[0], "pred", f"M.is_in_space({w.read(instr.operands[1], 'u64')}, {space!r})")
