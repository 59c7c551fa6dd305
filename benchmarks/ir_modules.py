"""Modules of a wanted size for measuring compile time: kernels of sections, some of them loops.

The code is random but seeded, reads what it computes with from memory and stores all of it, so that
an optimizer can't throw it away; sizes are IR instructions as a front end would emit them.
"""

from __future__ import annotations

import random

HEADER = """target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

"""
INSTRUCTIONS_PER_SECTION = 44


def make_module(instructions: int, seed: int = 1, kernels: int = 1, loop_every: int = 4) -> str:
    """About `instructions` IR instructions, spread over `kernels` kernels; every n-th section is a loop, 1 for all."""
    rng = random.Random(seed)
    sections = max(1, instructions // kernels // INSTRUCTIONS_PER_SECTION)
    return HEADER + "\n".join(_kernel(f"kernel{number}", sections, rng, loop_every) for number in range(kernels))


def _kernel(name: str, sections: int, rng: random.Random, loop_every: int) -> str:
    lines = [
        f"define ptx_kernel void @{name}(ptr %in, ptr %out, i32 %n) {{",
        "entry:",
        "  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
        "  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()",
        "  %base = mul i32 %cta, 256",
        "  %id = add i32 %base, %tid",
        "  br label %head0",
    ]
    for number in range(sections):
        lines += _section(number, sections, rng, number % loop_every == 0)
    return "\n".join([*lines, "done:", "  ret void", "}", ""])


def _section(number: int, sections: int, rng: random.Random, is_loop: bool) -> list[str]:
    """Two loads, a chain of float arithmetic, a branch that joins again, a store; in a loop or once."""
    k = number
    after = f"head{k + 1}" if k + 1 < sections else "done"
    back = f", [ {{}}, %join{k} ]" if is_loop else ""
    before = "entry" if k == 0 else f"exit{k - 1}"
    lines = [
        f"head{k}:",
        f"  %i{k} = phi i32 [ {k}, %{before} ]" + back.format(f"%next{k}"),
        f"  %acc{k} = phi float [ {rng.randint(1, 9)}.0, %{before} ]" + back.format(f"%sum{k}"),
        f"  %at{k} = add i32 %id, %i{k}",
        f"  %wide{k} = sext i32 %at{k} to i64",
        f"  %p{k} = getelementptr float, ptr %in, i64 %wide{k}",
        f"  %x{k} = load float, ptr %p{k}",
        f"  %q{k} = getelementptr float, ptr %p{k}, i64 {rng.randint(2, 900)}",
        f"  %y{k} = load float, ptr %q{k}",
    ]
    values = [f"%x{k}", f"%y{k}", f"%acc{k}"]
    for step in range(18):
        left, right = rng.choice(values), rng.choice(values)
        name = f"%v{k}_{step}"
        lines.append(f"  {name} = {rng.choice(('fadd', 'fmul', 'fsub'))} float {left}, {right}")
        values.append(name)
    lines += [
        f"  %c{k} = fcmp olt float {values[-1]}, %y{k}",
        f"  br i1 %c{k}, label %then{k}, label %else{k}",
        f"then{k}:",
        f"  %t{k} = fmul float {values[-1]}, {rng.randint(2, 7)}.0",
        f"  br label %join{k}",
        f"else{k}:",
        f"  %bits{k} = bitcast float {values[-2]} to i32",
        f"  %mixed{k} = xor i32 %bits{k}, {rng.randint(1, 1 << 20)}",
        f"  %e{k} = sitofp i32 %mixed{k} to float",
        f"  br label %join{k}",
        f"join{k}:",
        f"  %j{k} = phi float [ %t{k}, %then{k} ], [ %e{k}, %else{k} ]",
        f"  %sum{k} = fadd float %j{k}, {values[-3]}",
        f"  %next{k} = add nsw i32 %i{k}, 1",
        f"  %more{k} = icmp slt i32 %next{k}, %n",
        f"  br i1 %more{k}, label %head{k}, label %exit{k}" if is_loop else f"  br label %exit{k}",
        f"exit{k}:",
        f"  %o{k} = getelementptr float, ptr %out, i64 %wide{k}",
        f"  store float %sum{k}, ptr %o{k}",
        f"  br label %{after}",
    ]
    return lines
