"""The launches of the Triton kernels: arguments, block sizes, grid; and their compilation without a GPU."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Any

from tests.triton import kernels

FLOATS, HALVES, INTEGERS, LONGS = "*fp32", "*fp16", "*i32", "*i64"


@dataclass(frozen=True)
class Buffer:
    """An array of so many elements: 'normal', 'ramp' (0, 1, 2, ... mixed up) or zeros, and whether it is compared."""

    type: str
    count: int
    fill: str = "zeros"
    is_result: bool = False


@dataclass(frozen=True)
class Case:
    """One kernel with everything a launch needs; `slack` is the relative difference that is no fault."""

    name: str
    kernel: Any
    arguments: tuple[Buffer | int | float, ...]
    constants: tuple[int, ...]
    grid: tuple[int, int]
    warps: int = 4
    slack: float = 2e-6
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def signature(self) -> dict[str, str]:
        return dict(
            zip(
                self.kernel.arg_names,
                [*map(type_of, self.arguments), *("constexpr" for _ in self.constants)],
                strict=True,
            )
        )


def type_of(argument: Buffer | int | float) -> str:
    if isinstance(argument, Buffer):
        return argument.type
    return "i32" if isinstance(argument, int) else "fp32"


def given(type_: str, count: int, fill: str = "normal") -> Buffer:
    return Buffer(type_, count, fill)


def result(type_: str, count: int) -> Buffer:
    return Buffer(type_, count, is_result=True)


N, ROWS, COLUMNS = 1 << 22, 4096, 1000
CASES = (
    Case("add", kernels.add_vectors, (given(FLOATS, N), given(FLOATS, N), result(FLOATS, N), N - 5), (1024,), (N // 1024, 1)),
    Case("softmax", kernels.softmax_rows, (result(FLOATS, ROWS * 1024), given(FLOATS, ROWS * 1024), 1024, COLUMNS), (1024,), (ROWS, 1)),
    Case("matmul-f16", kernels.matmul, (given(HALVES, 2048 * 2048), given(HALVES, 2048 * 2048), result(HALVES, 2048 * 2048), 2048, 2048, 2048), (128, 128, 64), (16, 16), warps=8, slack=2e-3),
    Case("matmul-f16-small", kernels.matmul, (given(HALVES, 1024 * 1024), given(HALVES, 1024 * 1024), result(FLOATS, 1024 * 1024), 1024, 1024, 1024), (64, 64, 32), (16, 16), slack=1e-5),
    Case("matmul-tf32", kernels.matmul, (given(FLOATS, 1024 * 1024), given(FLOATS, 1024 * 1024), result(FLOATS, 1024 * 1024), 1024, 1024, 1024), (64, 64, 32), (16, 16), slack=1e-5),
    Case("attention", kernels.attention_forward, (*(given(HALVES, 32 * 2048 * 64) for _ in range(3)), result(HALVES, 32 * 2048 * 64), 2048, 0.125), (64, 128, 64), (16, 32), slack=4e-3),
    Case("layer-norm", kernels.layer_norm, (given(FLOATS, ROWS * COLUMNS), given(FLOATS, COLUMNS), given(FLOATS, COLUMNS), result(FLOATS, ROWS * COLUMNS), COLUMNS, 1e-5), (1024,), (ROWS, 1), slack=2e-5),
    Case("reduce", kernels.reduce_rows, (given(FLOATS, ROWS * COLUMNS), result(FLOATS, ROWS), result(FLOATS, ROWS), result(INTEGERS, ROWS), COLUMNS), (1024,), (ROWS, 1), slack=1e-4),
    Case("atomics", kernels.atomics, (given(INTEGERS, N, "ramp"), result(INTEGERS, 64), result(INTEGERS, 16), result(FLOATS, 8), N), (1024,), (N // 1024, 1)),
    Case("take-turns", kernels.take_turns, (Buffer(INTEGERS, 1), result(INTEGERS, 1), result(FLOATS, 1), given(FLOATS, 256 * 256)), (256,), (256, 1), slack=1e-3),
    Case("dropout", kernels.dropout, (given(FLOATS, N), result(FLOATS, N), N, 0.3, 1234), (1024,), (N // 1024, 1)),
    Case("running-sums", kernels.running_sums, (given(FLOATS, ROWS * COLUMNS), result(FLOATS, ROWS * COLUMNS), result(FLOATS, ROWS * COLUMNS), COLUMNS), (1024,), (ROWS, 1), slack=1e-3),
    Case("math", kernels.math_functions, (given(FLOATS, N), result(FLOATS, N), N), (256,), (N // 256, 1), slack=1e-5),
    Case("sort", kernels.sort_rows, (given(FLOATS, ROWS * 128), result(FLOATS, ROWS * 128)), (128,), (ROWS, 1)),
    Case("transpose", kernels.transpose, (given(FLOATS, 2000 * 3000), result(FLOATS, 2000 * 3000), 2000, 3000), (64, 64), (32, 47)),
    Case("convert", kernels.convert_types, (given(FLOATS, N), result(HALVES, N), result(FLOATS, N), result(LONGS, N), N), (1024,), (N // 1024, 1)),
    Case("losses", kernels.losses, (given(FLOATS, ROWS * COLUMNS), given(INTEGERS, ROWS, "ramp"), result(FLOATS, ROWS), COLUMNS), (1024,), (ROWS, 1), slack=1e-5),
)  # fmt: skip


def compile_case(case: Case, capability: int = 90) -> Any:
    """The kernel compiled by Triton, with whatever step from IR to PTX is in place."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    names = list(case.signature)
    count = len(case.arguments)
    # As the launcher does: pointers are aligned to 16 bytes, and so are numbers that can be divided by it.
    aligned = [i for i, a in enumerate(case.arguments) if isinstance(a, Buffer) or (isinstance(a, int) and a % 16 == 0)]
    source = ASTSource(
        case.kernel,
        case.signature,
        constexprs={(count + i,): value for i, value in enumerate(case.constants)},
        attrs={(i,): [["tt.divisibility", 16]] for i in aligned},
    )
    assert len(names) == count + len(case.constants)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Triton's own: defaults that will change
        options = {"num_warps": case.warps, "enable_fp_fusion": True, **case.options}
        return triton.compile(source, target=GPUTarget("cuda", capability, 32), options=options)
