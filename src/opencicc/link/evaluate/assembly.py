"""Inline PTX as far as libdevice uses it: integer carry chains, rounded subtraction, a select.

A template is cut into instructions once; running it needs a dictionary of registers. Anything
else in a template makes the evaluation give up.
"""

from __future__ import annotations

from opencicc.link.evaluate import ieee
from opencicc.link.evaluate.ieee import F32, F64, GiveUp
from opencicc.link.evaluate.operations import find_operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_WIDTHS = {"r": 32, "l": 64, "f": 32, "d": 64, "h": 16}
_MASK = 0xFFFFFFFF
_templates: dict[tuple[str, str], tuple[list[tuple[str, list[str]]], int]] = {}


def run_assembly(template: str, constraints: str, arguments: list[int | None]) -> tuple[int | None, ...]:
    """The outputs of an inline assembly call, in order."""
    key = (template, constraints)
    if key not in _templates:
        _templates[key] = _parse(template, constraints)
    instructions, outputs = _templates[key]
    registers: dict[str, int | None] = {f"${outputs + i}": value for i, value in enumerate(arguments)}
    carry = 0
    for opcode, operands in instructions:
        carry = _step(opcode, operands, registers, carry)
    return tuple(registers[f"${i}"] for i in range(outputs))


def _parse(template: str, constraints: str) -> tuple[list[tuple[str, list[str]]], int]:
    outputs = sum(part.startswith("=") for part in constraints.split(","))
    if any(part.lstrip("=") not in _WIDTHS for part in constraints.split(",")):
        raise GiveUp(f"assembly constraints {constraints}")
    body = template.strip()
    if body.startswith("{") and body.endswith("}"):
        body = body[1:-1]
    instructions = []
    for line in body.split(";"):
        opcode, _, rest = line.strip().partition(" ")
        if opcode and opcode != ".reg":
            instructions.append((opcode, _operands(rest.replace("$$", "_"))))
    return instructions, outputs


def _operands(text: str) -> list[str]:
    """'{a,b}, c' is two operands: '{a,b}' and 'c'."""
    parts, depth, current = [], 0, ""
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if letter == "," and not depth:
            parts.append(current)
            current = ""
        elif not letter.isspace():
            current += letter
    return [*parts, current]


def _step(opcode: str, operands: list[str], registers: dict[str, int | None], carry: int) -> int:
    """Run one instruction; the carry flag after it."""
    target, *sources = operands
    if opcode == "mov.b64":
        _move(target, sources[0], registers)
        return carry
    words = opcode.split(".")
    arithmetic = _CARRYING.get(words[0].removesuffix("c"))  # addc, subc and madc add the carry
    if words[-1] == "u32" and arithmetic is not None:
        values = [_read(source, registers) for source in sources]
        total = arithmetic(values, "hi" in words, carry if words[0].endswith("c") else 0)
        registers[target] = total & _MASK
        return int(not 0 <= total <= _MASK) if "cc" in words else carry
    registers[target] = _float_step(opcode, words, [_value(source, registers) for source in sources])
    return carry


def _move(target: str, source: str, registers: dict[str, int | None]) -> None:
    """Between a 64-bit register and a pair of halves, low one first."""
    if target.startswith("{"):
        low, high = target[1:-1].split(",")
        value = _read(source, registers)
        registers[low], registers[high] = value & _MASK, value >> 32
    else:
        low, high = source[1:-1].split(",")
        registers[target] = _read(low, registers) | _read(high, registers) << 32


def _part(product: int, is_high: bool) -> int:
    return product >> 32 if is_high else product & _MASK


_CARRYING: dict[str, Callable[[list[int], bool, int], int]] = {
    "add": lambda v, _, carry: v[0] + v[1] + carry,
    "sub": lambda v, _, carry: v[0] - v[1] - carry,
    "mad": lambda v, is_high, carry: _part(v[0] * v[1], is_high) + v[2] + carry,
    "mul": lambda v, is_high, _: _part(v[0] * v[1], is_high),
}


def _float_step(opcode: str, words: list[str], values: list[int | None]) -> int | None:
    if words[0] == "sub" and words[-1] in ("f32", "f64"):
        form = F32 if words[-1] == "f32" else F64
        return ieee.subtract(form, words[1], values[0], values[1], "ftz" in words)
    if opcode == "bfind.shiftamt.u32" and values[0] is not None:
        return (32 - values[0].bit_length()) if values[0] else _MASK
    if opcode == "setp.equ.f64":
        return int(ieee.compare(F64, values[0], values[1]) in ("eq", "un"))
    if opcode == "selp.f64":
        return values[0] if values[2] else values[1]
    if "approx" in words:
        operation = find_operation("llvm.nvvm." + opcode)
        if operation is not None:
            result: int | None = operation(*values)
            return result
    raise GiveUp(f"inline assembly {opcode}")


def _value(name: str, registers: dict[str, int | None]) -> int | None:
    if name in registers:
        return registers[name]
    if name.lstrip("-").isdigit():
        return int(name)
    raise GiveUp(f"inline assembly operand {name}")


def _read(name: str, registers: dict[str, int | None]) -> int:
    value = _value(name, registers)
    if value is None:
        raise GiveUp("the bits of a computed NaN")
    return value
