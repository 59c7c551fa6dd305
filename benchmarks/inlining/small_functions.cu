// Many small device functions, as vector and quaternion classes have them.
struct Vec {
  float x, y, z;
};
struct Quat {
  Vec v;
  float w;
};
__device__ Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
__device__ float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ Vec cross(Vec a, Vec b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
__device__ Quat mul(Quat a, Quat b) { return {b.v * a.w + a.v * b.w + cross(a.v, b.v), a.w * b.w - dot(a.v, b.v)}; }
__device__ Quat conjugate(Quat q) { return {q.v * -1.0f, q.w}; }
__device__ Vec rotate(Quat q, Vec p) { return mul(mul(q, Quat{p, 0.0f}), conjugate(q)).v; }
__device__ Quat normalized(Quat q) {
  const float s = rsqrtf(dot(q.v, q.v) + q.w * q.w);
  return {q.v * s, q.w * s};
}
__device__ Quat lerp(Quat a, Quat b, float t) {
  return normalized(Quat{a.v + (b.v - a.v) * t, a.w + (b.w - a.w) * t});
}
extern "C" __global__ void small_functions(Vec *out, const Vec *points, const Quat *turns, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Vec p = points[i];
  for (int k = 0; k + 1 < 16; ++k)
    p = rotate(lerp(turns[k], turns[k + 1], 0.5f), p) + cross(p, turns[k].v);
  out[i] = p;
}
