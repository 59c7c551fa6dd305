"""Modules with many kernels, for cutting."""

from __future__ import annotations

HEAD = """target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@table = internal constant [4 x float] [float 1.5, float 2.5, float 3.5, float 4.5]

define internal float @shared_helper(float %x, i32 %i) noinline {
  %slot = and i32 %i, 3
  %place = getelementptr [4 x float], ptr @table, i64 0, i32 %slot
  %entry = load float, ptr %place
  %sum = fadd float %x, %entry
  ret float %sum
}
"""


def many_kernels(count: int, chain: int) -> str:
    """`count` kernels of about `chain` instructions with a loop each; every third calls a function that stays a call."""
    return HEAD + "".join(_kernel(number, chain) for number in range(count))


def _kernel(number: int, chain: int) -> str:
    lines = [
        f"define ptx_kernel void @k{number}(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {{",
        "entry:",
        "  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
        "  %at = getelementptr float, ptr addrspace(1) %in, i32 %tid",
        "  %v0 = load float, ptr addrspace(1) %at",
        "  br label %loop",
        "loop:",
        "  %i = phi i32 [ 0, %entry ], [ %next, %loop ]",
        "  %acc = phi float [ %v0, %entry ], [ %last, %loop ]",
        "  %w0 = fadd float %acc, 1.0",
    ]
    for step in range(chain):
        word = ("fmul", "fadd", "fsub")[(step + number) % 3]
        lines.append(f"  %w{step + 1} = {word} float %w{step}, {(step * 7 + number) % 13 + 2}.0")
    value = f"%w{chain}"
    if number % 3 == 0:
        lines.append(f"  %called = call float @shared_helper(float {value}, i32 %i)")
        value = "%called"
    lines += [
        f"  %last = fadd float {value}, 0.5",
        "  %next = add i32 %i, 1",
        "  %more = icmp slt i32 %next, %n",
        "  br i1 %more, label %loop, label %done",
        "done:",
        "  %to = getelementptr float, ptr addrspace(1) %out, i32 %tid",
        "  store float %last, ptr addrspace(1) %to",
        "  ret void",
        "}",
        "",
    ]
    return "\n".join(lines)


def with_lines(module: str) -> str:
    """The same module with debug information: every instruction has a line of its own."""
    rows = [
        '!llvm.module.flags = !{!0, !1}\n!llvm.dbg.cu = !{!2}\n!0 = !{i32 2, !"Dwarf Version", i32 2}',
        '!1 = !{i32 2, !"Debug Info Version", i32 3}\n!3 = !DIFile(filename: "many.cu", directory: "/src")',
        "!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, emissionKind: FullDebug)",
        "!4 = !DISubroutineType(types: !{null})",
    ]
    number, line, scope = 4, 0, 0
    lines = []
    for text in module.splitlines():
        line += 1
        if text.startswith("define"):
            name = text.partition("@")[2].partition("(")[0]
            number += 1
            scope = number
            rows.append(
                f'!{scope} = distinct !DISubprogram(name: "{name}", scope: !3, file: !3, line: {line}, type: !4, '
                "unit: !2, spFlags: DISPFlagDefinition)"
            )
            text = text.replace(" {", f" !dbg !{scope} {{")
        elif text.startswith("  "):
            number += 1
            rows.append(f"!{number} = !DILocation(line: {line}, column: 1, scope: !{scope})")
            text += f", !dbg !{number}"
        lines.append(text)
    return "\n".join([*lines, *rows]) + "\n"
