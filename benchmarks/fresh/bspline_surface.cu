// Points and normals of a bicubic B-spline surface at scattered parameters.

__device__ void basis(float t, float* b, float* db) {
    float s = 1.0f - t;
    b[0] = s * s * s / 6.0f;
    b[1] = (3.0f * t * t * t - 6.0f * t * t + 4.0f) / 6.0f;
    b[2] = (3.0f * s * s * s - 6.0f * s * s + 4.0f) / 6.0f;
    b[3] = t * t * t / 6.0f;
    db[0] = -0.5f * s * s;
    db[1] = 1.5f * t * t - 2.0f * t;
    db[2] = -1.5f * s * s + 2.0f * s;
    db[3] = 0.5f * t * t;
}

extern "C" __global__ void bspline_surface(const float3* control, int rows, int columns, const float2* parameters,
                                           float3* points, float3* normals, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float u = parameters[i].x * (columns - 3), v = parameters[i].y * (rows - 3);
    int cu = min((int)u, columns - 4), cv = min((int)v, rows - 4);
    float bu[4], dbu[4], bv[4], dbv[4];
    basis(u - cu, bu, dbu);
    basis(v - cv, bv, dbv);
    float3 p = {0, 0, 0}, du = {0, 0, 0}, dv = {0, 0, 0};
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++) {
            float3 k = control[(cv + r) * columns + cu + c];
            float w = bv[r] * bu[c], wu = bv[r] * dbu[c], wv = dbv[r] * bu[c];
            p.x += w * k.x; p.y += w * k.y; p.z += w * k.z;
            du.x += wu * k.x; du.y += wu * k.y; du.z += wu * k.z;
            dv.x += wv * k.x; dv.y += wv * k.y; dv.z += wv * k.z;
        }
    float3 n = {du.y * dv.z - du.z * dv.y, du.z * dv.x - du.x * dv.z, du.x * dv.y - du.y * dv.x};
    float length = sqrtf(n.x * n.x + n.y * n.y + n.z * n.z);
    if (length > 0.0f) { n.x /= length; n.y /= length; n.z /= length; }
    points[i] = p;
    normals[i] = n;
}
