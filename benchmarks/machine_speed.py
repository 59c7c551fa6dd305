"""How long parsing, printing and analysing PTX takes as kernels grow: `python -m benchmarks.machine_speed`.

Kernels are made of the usual instructions in blocks of 24 with branches back, so that live sets are large. Linear growth
is what to look for.
"""

from __future__ import annotations

import gc
import random
import time
from itertools import pairwise

from opencicc.machine import compute_liveness, max_pressure, parse, print_module

SIZES = (2_500, 5_000, 10_000, 20_000)
FORMS = (
    "add.s32 \t{r}, {r}, 7;",
    "ld.global.b32 \t{r}, [{d}+16];",
    "fma.rn.f32 \t{r}, {r}, {r}, {r};",
    "mad.wide.s32 \t{d}, {r}, 4, {d};",
    "st.shared.b32 \t[{r}+64], {r};",
    "setp.lt.s32 \t{p}, {r}, {r};",
    "selp.b32 \t{r}, {r}, {r}, {p};",
    "mov.b32 \t{r}, 0f3F800000;",
)


def kernel(instructions: int, seed: int = 1) -> str:
    rng = random.Random(seed)
    registers = instructions // 3
    lines: list[str] = []
    for block in range(instructions // 25):
        lines.append(f"$L{block}:")
        for _ in range(24):
            form = rng.choice(FORMS)
            while "{" in form:
                letter = form[form.index("{") + 1]
                prefix = {"r": "%r", "d": "%rd", "p": "%p"}[letter]
                form = form.replace(f"{{{letter}}}", f"{prefix}{rng.randrange(registers)}", 1)
            lines.append(f"\t{form}")
        lines.append(f"\t@%p{rng.randrange(registers)} bra \t$L{max(0, block - rng.randrange(6))};")
    declared = f"\t.reg .pred %p<{registers}>;\n\t.reg .b32 %r<{registers}>;\n\t.reg .b64 %rd<{registers}>;"
    body = "\n".join(lines)
    return f".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{{\n{declared}\n{body}\n\tret;\n}}\n"


def main() -> None:
    gc.disable()  # as in a compile
    print("| instructions | parse | print | liveness | pressure | us an instruction |\n|--:|--:|--:|--:|--:|--:|")
    for size in SIZES:
        text = kernel(size)
        marks = [time.process_time()]
        module = parse(text)
        marks.append(time.process_time())
        assert print_module(module) == text
        marks.append(time.process_time())
        live = compute_liveness(module.functions[0])
        marks.append(time.process_time())
        max_pressure(module.functions[0], live)
        marks.append(time.process_time())
        parts = [f"{(after - before) * 1000:.0f} ms" for before, after in pairwise(marks)]
        print(f"| {size} | {' | '.join(parts)} | {(marks[-1] - marks[0]) / size * 1e6:.1f} |")


if __name__ == "__main__":
    main()
