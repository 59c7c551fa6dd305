// Calls that must stay: scalars, vectors and structs pass through parameter memory.
struct Body {
  float4 position;
  float3 velocity;
  int kind;
  double mass;
};
__device__ __noinline__ float four(float a, float b, float c, float d) { return sqrtf(a * b + c * d) + a / d; }
__device__ __noinline__ float4 wide(float4 a, float4 b) {
  return make_float4(a.x * b.w, a.y / b.z, a.z - b.y, fmaf(a.w, b.x, a.x));
}
__device__ __noinline__ Body moved(Body b, float t) {
  b.position.x += b.velocity.x * t;
  b.position.y += b.velocity.y * t;
  b.position.z += b.velocity.z * t;
  b.mass *= b.kind ? 0.5 : 0.25;
  return b;
}
__device__ __noinline__ char narrow(char a, short b, bool c) { return c ? a + b : a - b; }
extern "C" __global__ void kept_calls(float *out, Body *bodies, const float4 *p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const Body b = moved(bodies[i], 0.5f);
  const float4 q = wide(p[i], b.position);
  const float s = four(q.x, q.y, q.z, q.w);
  bodies[i] = moved(b, s);
  out[i] = s + four(q.y, q.x, s, q.w) + narrow(b.kind, i, s > 0.0f);
}
