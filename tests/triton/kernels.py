"""Kernels in Triton for the tests of `opencicc.triton`: what people write with it, in small."""

import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def add_vectors(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, mask=inside) + 2.0 * tl.load(y + at, mask=inside), mask=inside)


@triton.jit
def softmax_rows(out, x, stride, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + at, mask=at < columns, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + at, powers / tl.sum(powers, axis=0), mask=at < columns)


@triton.jit
def matmul(a, b, c, rows, columns, depth, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    left, right = a + m[:, None] * depth + k[None, :], b + k[:, None] * columns + n[None, :]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, depth, BK):
        x = tl.load(left, mask=k[None, :] < depth - start, other=0.0)
        y = tl.load(right, mask=k[:, None] < depth - start, other=0.0)
        total = tl.dot(x, y, total)
        left += BK
        right += BK * columns
    inside = (m[:, None] < rows) & (n[None, :] < columns)
    tl.store(c + m[:, None] * columns + n[None, :], total.to(c.dtype.element_ty), mask=inside)


@triton.jit
def attention_forward(q, k, v, out, length, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    head = tl.program_id(1) * length * D
    m, d = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, D)
    query = tl.load(q + head + m[:, None] * D + d[None, :])
    most = tl.full((BM,), -float("inf"), tl.float32)
    weight = tl.zeros((BM,), tl.float32)
    total = tl.zeros((BM, D), tl.float32)
    for start in range(0, length, BN):
        n = start + tl.arange(0, BN)
        keys = tl.load(k + head + n[None, :] * D + d[:, None])
        scores = tl.dot(query, keys) * scale
        scores = tl.where(m[:, None] >= n[None, :], scores, -1.0e9)
        higher = tl.maximum(most, tl.max(scores, 1))
        powers = tl.exp2((scores - higher[:, None]) * 1.44269504)
        fade = tl.exp2((most - higher) * 1.44269504)
        weight = weight * fade + tl.sum(powers, 1)
        values = tl.load(v + head + n[:, None] * D + d[None, :])
        total = total * fade[:, None] + tl.dot(powers.to(tl.float16), values)
        most = higher
    tl.store(out + head + m[:, None] * D + d[None, :], (total / weight[:, None]).to(tl.float16))


@triton.jit
def layer_norm(x, gain, shift, out, columns, epsilon, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    inside = at < columns
    values = tl.load(x + row * columns + at, mask=inside, other=0.0)
    mean = tl.sum(values, axis=0) / columns
    centred = tl.where(inside, values - mean, 0.0)
    scale = tl.rsqrt(tl.sum(centred * centred, axis=0) / columns + epsilon)
    result = centred * scale * tl.load(gain + at, mask=inside) + tl.load(shift + at, mask=inside)
    tl.store(out + row * columns + at, result, mask=inside)


@triton.jit
def reduce_rows(x, sums, least, where, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + at, mask=at < columns, other=0.0)
    tl.store(sums + row, tl.sum(values, axis=0))
    tl.store(least + row, tl.min(values, axis=0))
    tl.store(where + row, tl.argmax(values, axis=0))


@triton.jit
def atomics(x, bins, top, floats, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    values = tl.load(x + at, mask=inside, other=0)
    tl.atomic_add(bins + values % 64, 1, mask=inside, sem="relaxed")
    tl.atomic_max(top + values % 16, values, mask=inside)
    tl.atomic_add(floats + values % 8, 0.5, mask=inside, sem="acq_rel", scope="gpu")


@triton.jit
def take_turns(lock, count, sums, x, BLOCK: tl.constexpr):
    value = tl.sum(tl.load(x + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)), axis=0)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(count, tl.load(count) + 1)
    tl.store(sums, tl.load(sums) + value)
    tl.atomic_xchg(lock, 0)


@triton.jit
def dropout(x, out, n, share, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    keeps = tl.rand(seed, at) > share
    values = tl.load(x + at, mask=inside)
    tl.store(out + at, tl.where(keeps, values / (1 - share), 0.0), mask=inside)


@triton.jit
def running_sums(x, sums, products, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + at, mask=at < columns, other=0.0)
    tl.store(sums + row * columns + at, tl.cumsum(values, axis=0), mask=at < columns)
    tl.store(products + row * columns + at, tl.cumprod(1.0 + values * 0.01, axis=0), mask=at < columns)


@triton.jit
def math_functions(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=1.0)
    result = 0.5 * v * (1.0 + tl.erf(v * 0.7071067811865476)) + tl.sin(v) * tl.cos(v) + tl.log(1.0 + v * v)
    result += libdevice.tanh(v) + libdevice.pow(1.0 + v * v, 0.3) + libdevice.asinh(v) + tl.sqrt(v * v + 0.1)
    tl.store(out + at, result, mask=at < n)


@triton.jit
def sort_rows(x, out, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.sort(tl.load(x + at)))


@triton.jit
def transpose(x, out, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    tile = tl.load(x + m[:, None] * columns + n[None, :], mask=(m[:, None] < rows) & (n[None, :] < columns))
    tl.store(out + n[:, None] * rows + m[None, :], tl.trans(tile), mask=(n[:, None] < columns) & (m[None, :] < rows))


@triton.jit
def convert_types(x, halves, bfloats, integers, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    values = tl.load(x + at, mask=inside)
    tl.store(halves + at, values.to(tl.float8e5).to(tl.float16), mask=inside)
    tl.store(bfloats + at, values.to(tl.bfloat16).to(tl.float32), mask=inside)
    tl.store(integers + at, (values * 100).to(tl.int64) // 7, mask=inside)


@triton.jit
def losses(logits, labels, out, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    label = tl.load(labels + row)
    values = tl.load(logits + row * columns + at, mask=at < columns, other=-float("inf"))
    most = tl.max(values, axis=0)
    total = tl.log(tl.sum(tl.exp(values - most), axis=0)) + most
    tl.store(out + row, total - tl.sum(tl.where(at == label, values, 0.0), axis=0))
