// Device functions of hundreds of instructions, called from several places.
__device__ unsigned round_of(unsigned x, unsigned k) {
#pragma unroll
  for (int i = 0; i < 24; ++i) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    x = x * 2654435769u + k * (i + 1);
    x = (x << (i % 31 + 1)) | (x >> (31 - i % 31));
  }
  return x;
}
__device__ unsigned mix(unsigned a, unsigned b) { return round_of(a ^ b, a) + round_of(a + b, b); }
__device__ unsigned digest(const unsigned *data, int count, unsigned seed) {
  unsigned h = seed;
  for (int i = 0; i + 1 < count; i += 2)
    h = mix(h ^ data[i], data[i + 1]);
  return count & 1 ? mix(h, data[count - 1]) : h;
}
extern "C" __global__ void big_functions(unsigned *out, const unsigned *data, int count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = mix(digest(data + i, count, i), digest(data, count, ~i));
}
