"""Compile time and growth of one kernel with many loops, by our unroller, without it and by LLVM's default<O3>.

python benchmarks/many_loops.py [--loops 200]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc

ARCH = "sm_90"
# Loops that go completely, by a factor, with a remainder, and that stay.
BOUNDS = ("8", "1000", "%n", "%v{before}")


def make_kernel(loops: int) -> str:
    """One loop after the other, each adding its elements to what the last one found."""
    body = []
    for number in range(loops):
        before = f"%s{number - 1}.out" if number else "0"
        bound = BOUNDS[number % 4].format(before=number - 1)
        body.append(f"""
h{number}:
  %i{number} = phi i32 [ 0, %{f"x{number - 1}" if number else "entry"} ], [ %j{number}, %h{number} ]
  %s{number} = phi i32 [ {before}, %{f"x{number - 1}" if number else "entry"} ], [ %t{number}, %h{number} ]
  %p{number} = getelementptr inbounds i32, ptr %in, i32 %i{number}
  %l{number} = load i32, ptr %p{number}, align 4
  %m{number} = mul i32 %l{number}, %s{number}
  %t{number} = add i32 %m{number}, %i{number}
  %j{number} = add nuw nsw i32 %i{number}, 1
  %c{number} = icmp ult i32 %j{number}, {bound}
  br i1 %c{number}, label %h{number}, label %x{number}
x{number}:
  %s{number}.out = phi i32 [ %t{number}, %h{number} ]
  %v{number} = load volatile i32, ptr %in, align 4
  br label %{f"h{number + 1}" if number + 1 < loops else "exit"}
""")
    blocks = "".join(body)
    return f"""target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @many(ptr %in, ptr %out, i32 %n) {{
entry:
  br label %h0
{blocks}
exit:
  store i32 %s{loops - 1}.out, ptr %out, align 4
  ret void
}}
"""


def measure(ir: str, options: dict[str, object], rounds: int = 3) -> tuple[float, int]:
    """(CPU seconds, lines of PTX) of a compile, the median of several."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        result = opencicc.compile(ir, ARCH, None if "passes" in options else 3, options)
        times.append(time.process_time() - start)
    return statistics.median(times), result.ptx.count(";")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loops", type=int, default=200)
    ir = make_kernel(parser.parse_args().loops)
    variants: dict[str, dict[str, object]] = {
        "opencicc -O3": {},
        "  without unrolling": {"no-loopunroll": True},
        "  growth not capped": {"unroll-max-function-size": 1000000},
        "LLVM default<O3>": {"passes": "llvm-default<O3>"},
    }
    measure(ir, {}, 1)
    print("variant                 CPU ms   PTX instructions")
    for name, options in variants.items():
        seconds, size = measure(ir, options)
        print(f"{name:<22} {seconds * 1000:7.0f}   {size}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
