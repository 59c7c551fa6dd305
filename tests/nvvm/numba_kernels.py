"""Kernels of many kinds for numba-cuda: name to (function, argument types, options of compile_ptx)."""

from __future__ import annotations

import cmath
import math

import numpy as np
from numba import cuda, float32, float64, from_dtype, int32, int64, types, uint32, void

POINT = from_dtype(np.dtype([("x", np.float32), ("y", np.float64), ("n", np.int32)], align=True))
TABLE = np.arange(16, dtype=np.float32)
KERNELS: dict[str, tuple[object, object, dict[str, object]]] = {}


def kernel(*arguments, **options):
    def add(function):
        KERNELS[function.__name__] = (function, void(*arguments), options)
        return function

    return add


@cuda.jit(device=True)
def square(x):
    return x * x


@cuda.jit(device=True)
def sum_of_squares(values, n):
    total = float32(0)
    for i in range(n):
        total += square(values[i])
    return total


@cuda.jit(device=True, inline="always")
def clamp(x, low, high):
    return min(max(x, low), high)


@kernel(float32[::1], float32[::1], float32)
def saxpy(x, y, a):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


@kernel(float32[:], float32[:], float32)
def saxpy_strided(x, y, a):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


@kernel(float64[::1], float64[::1])
def math_double(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = math.sin(x[i]) + math.exp(-x[i]) * math.log1p(math.fabs(x[i]))


@kernel(float32[::1], float32[::1])
def math_single(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = math.cos(x[i]) + math.sqrt(math.fabs(x[i])) + math.atan2(x[i], float32(2.0))


@kernel(float32[::1], float32[::1], fastmath=True)
def math_fast(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = math.sin(x[i]) / math.sqrt(math.fabs(x[i]) + float32(1.0)) + math.exp(x[i])


@kernel(float64[::1], float64[::1])
def math_special(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = math.erf(x[i]) + math.lgamma(x[i] + 2.0) + math.tanh(x[i]) + math.pow(math.fabs(x[i]), 1.5)


@kernel(float64[::1], float64[::1])
def math_rounding(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = math.floor(x[i]) + math.ceil(x[i]) * 2 + math.trunc(x[i]) * 3 + math.fmod(x[i], 3.0)


@kernel(int32[::1], int32[::1])
def integers(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = (x[i] // 7) * 3 + (x[i] % 5) + ((x[i] << 3) ^ (x[i] >> 2))


@kernel(uint32[::1], uint32[::1])
def bits(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = cuda.popc(x[i]) + cuda.clz(x[i]) * uint32(64) + (cuda.brev(x[i]) & uint32(0xFF)) * uint32(4096)


@kernel(int64[::1], int64[::1], int64)
def divide_long(x, y, n):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] // n + x[i] % n


@kernel(float32[::1], float32[::1])
def block_sum(x, out):
    shared = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    shared[t] = x[i] if i < x.size else float32(0)
    cuda.syncthreads()
    step = 64
    while step > 0:
        if t < step:
            shared[t] += shared[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = shared[0]


@kernel(float32[::1], float32[::1])
def dynamic_shared(x, y):
    shared = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < x.size:
        shared[t] = x[i]
    cuda.syncthreads()
    if i < x.size:
        y[i] = shared[cuda.blockDim.x - 1 - t]


@kernel(float32[:, ::1], float32[:, ::1], float32[:, ::1])
def matmul_tiled(a, b, c):
    left = cuda.shared.array((8, 8), float32)
    right = cuda.shared.array((8, 8), float32)
    column, row = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for tile in range(a.shape[1] // 8):
        left[ty, tx] = a[row, tx + tile * 8]
        right[ty, tx] = b[ty + tile * 8, column]
        cuda.syncthreads()
        for k in range(8):
            total += left[ty, k] * right[k, tx]
        cuda.syncthreads()
    c[row, column] = total


@kernel(float32[:, ::1], float32[:, ::1])
def transpose(a, b):
    x, y = cuda.grid(2)
    if x < a.shape[0] and y < a.shape[1]:
        b[y, x] = a[x, y]


@kernel(float32[::1], float32[::1])
def local_array(x, y):
    window = cuda.local.array(5, float32)
    i = cuda.grid(1)
    if i < x.size:
        for k in range(5):
            window[k] = x[(i + k) % x.size]
        for k in range(4):
            for j in range(4 - k):
                if window[j] > window[j + 1]:
                    window[j], window[j + 1] = window[j + 1], window[j]
        y[i] = window[2]


@kernel(float32[::1], float32[::1])
def constant_table(x, y):
    table = cuda.const.array_like(TABLE)
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * table[i % 16]


@kernel(int32[::1], int32[::1])
def histogram(x, bins):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(bins, x[i] & 15, 1)


@kernel(float32[::1], float32[::1])
def atomic_float(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, 0, x[i])


@kernel(float64[::1], float64[::1])
def atomic_double(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, 0, x[i])
        cuda.atomic.max(out, 1, x[i])
        cuda.atomic.min(out, 2, x[i])


@kernel(int32[::1], int32[::1])
def atomic_integers(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.max(out, 0, x[i])
        cuda.atomic.min(out, 1, x[i])
        cuda.atomic.sub(out, 2, x[i])
        cuda.atomic.or_(out, 3, x[i])
        cuda.atomic.and_(out, 4, x[i])
        cuda.atomic.xor(out, 5, x[i])


@kernel(int32[::1], int32[::1])
def atomic_exchange(x, out):
    i = cuda.grid(1)
    if i == 0:
        out[1] = cuda.atomic.exch(out, 0, x[i])
        out[2] = cuda.atomic.cas(out, 3, 0, x[i])


@kernel(uint32[::1], uint32[::1])
def atomic_counters(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.inc(out, 0, uint32(7))
        cuda.atomic.dec(out, 1, uint32(5))


@kernel(float32[::1], float32[::1])
def atomic_shared(x, out):
    shared = cuda.shared.array(1, float32)
    if cuda.threadIdx.x == 0:
        shared[0] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(shared, 0, x[i])
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        out[cuda.blockIdx.x] = shared[0]


@kernel(int32[::1], int32[::1])
def shuffle_down(x, y):
    i = cuda.grid(1)
    value = x[i]
    offset = 16
    while offset > 0:
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, offset)
        offset //= 2
    y[i] = value


@kernel(float32[::1], float32[::1])
def shuffle_float(x, y):
    i = cuda.grid(1)
    y[i] = cuda.shfl_sync(0xFFFFFFFF, x[i], 3) + cuda.shfl_up_sync(0xFFFFFFFF, x[i], 1)


@kernel(float64[::1], float64[::1])
def shuffle_double(x, y):
    i = cuda.grid(1)
    y[i] = cuda.shfl_xor_sync(0xFFFFFFFF, x[i], 1)


@kernel(int32[::1], int32[::1])
def votes(x, y):
    i = cuda.grid(1)
    p = x[i] > 3
    y[i] = (
        int32(cuda.all_sync(0xFFFFFFFF, p))
        + int32(cuda.any_sync(0xFFFFFFFF, p)) * 2
        + int32(cuda.eq_sync(0xFFFFFFFF, p)) * 4
        + int32(cuda.ballot_sync(0xFFFFFFFF, p)) * 8
    )


@kernel(int32[::1], int32[::1])
def matches(x, y):
    i = cuda.grid(1)
    mask, same = cuda.match_all_sync(0xFFFFFFFF, x[i])
    y[i] = int32(cuda.match_any_sync(0xFFFFFFFF, x[i])) + int32(mask) + int32(same)


@kernel(int32[::1], int32[::1])
def block_votes(x, y):
    i = cuda.grid(1)
    p = int32(x[i] > 3)
    y[i] = cuda.syncthreads_count(p) + cuda.syncthreads_and(p) * 1000 + cuda.syncthreads_or(p) * 2000


@kernel(float32[::1], float32[::1])
def device_functions(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = clamp(sum_of_squares(x, 4) + square(x[i]), float32(0), float32(100))


@kernel(POINT[::1], float64[::1])
def records(points, out):
    i = cuda.grid(1)
    if i < points.size:
        out[i] = points[i].x * 2 + points[i].y + points[i].n
        points[i].n = i


@kernel(POINT, float64[::1])
def record_argument(point, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = point.y + i * point.n


@kernel(types.complex64[::1], types.complex64[::1])
def complex_single(z, w):
    i = cuda.grid(1)
    if i < z.size:
        w[i] = z[i] * z[i] + types.complex64(1j)


@kernel(types.complex128[::1], float64[::1])
def mandelbrot(c, out):
    i = cuda.grid(1)
    if i < c.size:
        z = 0j
        n = 0
        while n < 50 and abs(z) < 2.0:
            z = z * z + c[i]
            n += 1
        out[i] = n


@kernel(types.complex128[::1], types.complex128[::1])
def complex_math(z, w):
    i = cuda.grid(1)
    if i < z.size:
        w[i] = cmath.exp(z[i]) + cmath.sqrt(z[i])


@kernel(types.Tuple((int32, float32)), float32[::1])
def tuple_argument(pair, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = pair[0] + pair[1] * i


@kernel(types.boolean[::1], int32[::1])
def booleans(flags, out):
    i = cuda.grid(1)
    if i < flags.size:
        out[i] = 1 if flags[i] and not (i % 3 == 0) else -1


@kernel(float32[::1], float32[::1])
def grid_stride(x, y):
    start, step = cuda.grid(1), cuda.gridsize(1)
    for i in range(start, x.size, step):
        y[i] = x[i] * float32(0.5)


@kernel(float32[:, :, ::1], float32[:, :, ::1])
def stencil(a, b):
    x, y, z = cuda.grid(3)
    if 0 < x < a.shape[0] - 1 and 0 < y < a.shape[1] - 1 and 0 < z < a.shape[2] - 1:
        b[x, y, z] = (a[x - 1, y, z] + a[x + 1, y, z] + a[x, y - 1, z] + a[x, y + 1, z]) * float32(0.25)


@kernel(float32[::1], float32[::1], lineinfo=True)
def with_lines(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] + float32(1.0)


@kernel(float32[::1], float32[::1], debug=True, opt=False)
def with_debug(x, y):
    i = cuda.grid(1)
    if i < x.size:
        total = x[i] * 2
        y[i] = total + float32(1.0)


@kernel(float32[::1], float32[::1], opt=False)
def unoptimised(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i]


@kernel(float32[::1], float32[::1], launch_bounds=128)
def with_bounds(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] / float32(3.0)


@kernel(float32[::1], int32[::1])
def selection(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.selp(x[i] > 0, 1, -1) + int32(cuda.fma(x[i], x[i], x[i]))


@kernel(int32[::1])
def fences(x):
    i = cuda.grid(1)
    x[i] = i
    cuda.threadfence()
    cuda.threadfence_block()
    cuda.syncwarp()
    x[i] += cuda.laneid + cuda.activemask()


@kernel(float32[::1])
def printing(x):
    i = cuda.grid(1)
    if i == 0:
        print("x is", x[0], i)
