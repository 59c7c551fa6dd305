"""Float arithmetic on f32, f64, f16 and bf16: which helper serves which type, mode and modifier."""

from __future__ import annotations

from opencicc.emulate.emit.registry import emitter
from opencicc.emulate.emit.writer import Writer
from opencicc.machine.ir import Imm, Instr, Operand

MODES = frozenset({"rn", "rz", "rm", "rp"})


def mode_of(instr: Instr) -> str:
    return next((word for word in instr.modifiers if word in MODES), "rn")


def array_kind(type: str) -> str:
    """bf16 lives in u16 arrays, the others in float arrays."""
    return {"bf16": "u16"}.get(type, type)


def read_float(w: Writer, operand: Operand, type: str, instr: Instr) -> str:
    name = w.read(operand, array_kind(type))
    if type == "f32" and "ftz" in instr.modifiers and not isinstance(operand, Imm):
        return w.let(f"flush32({name})")
    if type == "f16" and "ftz" in instr.modifiers:
        return w.let(f"flush16({name})")
    return name


def finish(w: Writer, instr: Instr, type: str, expression: str) -> None:
    """Apply .ftz, .relu and .sat to a result and write it."""
    if "ftz" in instr.modifiers and type in ("f32", "f16"):
        expression = f"flush{type[1:]}({expression})"
    if "relu" in instr.modifiers:
        expression = f"relu_{type}({expression})"
    if "sat" in instr.modifiers:
        expression = f"saturate({expression})" if type != "bf16" else f"saturate_bf16({expression})"
    w.write(instr.operands[0], array_kind(type), expression)


def expression_of(base: str, type: str, mode: str, args: list[str]) -> str:
    """A call of the helper for one operation, type and rounding mode."""
    base = "fma" if base == "mad" else base
    joined = ", ".join(args)
    if type == "f64" and base != "fma" and mode == "rn":
        return f"{args[0]} {({'add': '+', 'sub': '-', 'mul': '*'})[base]} {args[1]}"
    if base == "sub" and mode != "rn":
        return f"add_{type}_mode({args[0]}, -{args[1]}, {mode!r})"
    if mode == "rn":
        return f"{base}_{type}({joined})"
    return (
        f"fma_f64({joined}, {mode!r})" if (base, type) == ("fma", "f64") else f"{base}_{type}_mode({joined}, {mode!r})"
    )


def arithmetic(w: Writer, instr: Instr) -> None:
    """add, sub, mul, fma and mad."""
    types = [word for word in instr.modifiers if word in ("f16", "f32", "f64", "bf16")]
    if not types:
        raise w.not_emulated()
    if len(types) == 1:
        args = [read_float(w, operand, types[0], instr) for operand in instr.operands[1:]]
    else:
        # Mixed precision (fma.rn.f32.f16): all operands but the last have the narrow type, named second.
        args = [widened(w, operand, types[1]) for operand in instr.operands[1:-1]]
        args.append(read_float(w, instr.operands[-1], types[0], instr))
    finish(w, instr, types[0], expression_of(instr.base, types[0], mode_of(instr), args))


def widened(w: Writer, operand: Operand, type: str) -> str:
    """A narrow operand of a mixed-precision instruction as f32."""
    if type == "bf16":
        return w.let(f"from_bf16({w.read(operand, 'u16')})")
    return w.let(f"{w.read(operand, type)}.astype(f32)")


@emitter("fma")
def fma(w: Writer, instr: Instr) -> None:
    from opencicc.emulate.emit import packed

    if instr.modifiers[-1] in packed.PACKED:
        return packed.arithmetic(w, instr)
    arithmetic(w, instr)


def division(w: Writer, instr: Instr) -> None:
    type = instr.modifiers[-1]
    a, b = (read_float(w, x, type, instr) for x in instr.operands[1:3])
    if "approx" in instr.modifiers:
        expression = f"div_approx({a}, {b})"
    elif mode_of(instr) != "rn":
        expression = f"div_{type}_mode({a}, {b}, {mode_of(instr)!r})"
    else:
        expression = f"div_f32({a}, {b})" if type == "f32" else f"{a} / {b}"
    finish(w, instr, type, expression)


@emitter("rcp", "sqrt")
def root(w: Writer, instr: Instr) -> None:
    type, mode = instr.modifiers[-1], mode_of(instr)
    a = read_float(w, instr.operands[1], type, instr)
    is_approximate = "approx" in instr.modifiers
    if instr.base == "rcp" and is_approximate:
        expression = f"rcp({a})" if type == "f32" else f"rcp_f64({a})"
    elif instr.base == "rcp":
        one = w.immediate("1.0", type)
        rounded = f"div_f32({one}, {a})" if type == "f32" else f"{one} / {a}"
        expression = rounded if mode == "rn" else f"div_{type}_mode({one}, {a}, {mode!r})"
    elif mode != "rn":
        expression = f"sqrt_{type}_mode({a}, {mode!r})"
    else:
        expression = f"sqrt_f32({a})" if type == "f32" else f"np_sqrt({a})"
    finish(w, instr, type, expression)


@emitter("rsqrt", "sin", "cos", "lg2", "ex2", "tanh")
def approximate(w: Writer, instr: Instr) -> None:
    from opencicc.emulate.emit import packed

    type = instr.modifiers[-1]
    if type in packed.PACKED:
        return packed.approximate(w, instr)
    a = read_float(w, instr.operands[1], type, instr)
    if type == "f64":
        # Only the .ftz form works on the upper halves.
        return finish(w, instr, type, f"rsqrt_f64({a})" if "ftz" in instr.modifiers else f"1.0 / np_sqrt({a})")
    finish(w, instr, type, approximate_expression(instr.base, type, a))


def approximate_expression(base: str, type: str, a: str) -> str:
    if type == "f16":
        return f"canonical16({base}({a}.astype(f32)).astype(f16))"
    if type == "bf16":
        return f"to_bf16({base}(from_bf16({a})))"
    return f"{base}({a})"


def sign(w: Writer, instr: Instr) -> None:
    """abs and neg work on the sign bit."""
    type = instr.modifiers[-1]
    masks = {"f32": (0x80000000, "u32"), "f64": (1 << 63, "u64"), "f16": (0x8000, "u16"), "bf16": (0x8000, "u16"),
             "f16x2": (0x80008000, "u32"), "bf16x2": (0x80008000, "u32")}  # fmt: skip
    if type not in masks:
        raise w.not_emulated()
    mask, kind = masks[type]
    if "ftz" in instr.modifiers and type == "f32":
        a = w.let(f"flush32({w.read(instr.operands[1], 'f32')}).view(u32)")
    else:
        a = w.read(instr.operands[1], kind)
    if instr.base == "abs":
        keep = w.number(mask ^ ((1 << int(kind[1:])) - 1), kind)
        return w.write(instr.operands[0], kind, f"{a} & {keep}")
    w.write(instr.operands[0], kind, f"{a} ^ {w.number(mask, kind)}")


def extreme_expression(type: str, base: str, flags: tuple[str, ...], a: str, b: str) -> str:
    name = "bf16_extreme" if type == "bf16" else "float_extreme"
    return f"{name}({a}, {b}, {base == 'max'}, {'NaN' in flags}, {'xorsign' in flags})"


def extreme(w: Writer, instr: Instr) -> None:
    """min and max; three operands nest."""
    type = instr.modifiers[-1]
    names = [read_float(w, x, type, instr) for x in instr.operands[1:]]
    expression = names[0]
    for name in names[1:]:
        expression = extreme_expression(type, instr.base, instr.modifiers, expression, name)
    finish(w, instr, type, expression)


@emitter("copysign")
def copysign(w: Writer, instr: Instr) -> None:
    kind = instr.modifiers[-1]
    a, b = (w.read(x, kind) for x in instr.operands[1:3])
    w.write(instr.operands[0], kind, f"copysign({a}, {b})")


@emitter("testp")
def testp(w: Writer, instr: Instr) -> None:
    question, kind = instr.modifiers
    w.write(instr.operands[0], "pred", f"testp({w.read(instr.operands[1], kind)}, {question!r})")
