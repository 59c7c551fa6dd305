// Structs by value: 64-byte matrices through four levels of functions.
struct Matrix {
  float m[16];
};
struct Camera {
  Matrix view, projection;
  float near_plane, far_plane;
};
__device__ Matrix multiply(Matrix a, Matrix b) {
  Matrix r;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      float s = 0.0f;
      for (int k = 0; k < 4; ++k)
        s += a.m[4 * i + k] * b.m[4 * k + j];
      r.m[4 * i + j] = s;
    }
  return r;
}
__device__ float4 transform(Matrix a, float4 p) {
  return make_float4(a.m[0] * p.x + a.m[1] * p.y + a.m[2] * p.z + a.m[3] * p.w,
                     a.m[4] * p.x + a.m[5] * p.y + a.m[6] * p.z + a.m[7] * p.w,
                     a.m[8] * p.x + a.m[9] * p.y + a.m[10] * p.z + a.m[11] * p.w,
                     a.m[12] * p.x + a.m[13] * p.y + a.m[14] * p.z + a.m[15] * p.w);
}
__device__ float4 project(Camera c, float4 p) {
  const float4 q = transform(multiply(c.projection, c.view), p);
  return make_float4(q.x / q.w, q.y / q.w, (q.z - c.near_plane) / (c.far_plane - c.near_plane), q.w);
}
extern "C" __global__ void struct_arguments(float4 *out, const float4 *in, Camera camera, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = project(camera, in[i]);
}
