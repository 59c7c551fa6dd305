// Inverts many 4x4 matrices (bone and camera transforms) by cofactors, in float; singular ones become the identity.

struct Matrix4 {
    float4 row[4];
};

__device__ float minor2(float a, float b, float c, float d) { return a * d - b * c; }

extern "C" __global__ void invert4(const Matrix4* __restrict__ in, Matrix4* __restrict__ out, unsigned count) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float4 a = in[i].row[0], b = in[i].row[1], c = in[i].row[2], d = in[i].row[3];
    float s0 = minor2(a.x, a.y, b.x, b.y), s1 = minor2(a.x, a.z, b.x, b.z), s2 = minor2(a.x, a.w, b.x, b.w);
    float s3 = minor2(a.y, a.z, b.y, b.z), s4 = minor2(a.y, a.w, b.y, b.w), s5 = minor2(a.z, a.w, b.z, b.w);
    float c5 = minor2(c.z, c.w, d.z, d.w), c4 = minor2(c.y, c.w, d.y, d.w), c3 = minor2(c.y, c.z, d.y, d.z);
    float c2 = minor2(c.x, c.w, d.x, d.w), c1 = minor2(c.x, c.z, d.x, d.z), c0 = minor2(c.x, c.y, d.x, d.y);
    float det = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0;
    Matrix4 m;
    if (fabsf(det) < 1e-12f) {
        m.row[0] = make_float4(1, 0, 0, 0);
        m.row[1] = make_float4(0, 1, 0, 0);
        m.row[2] = make_float4(0, 0, 1, 0);
        m.row[3] = make_float4(0, 0, 0, 1);
    } else {
        float k = 1.0f / det;
        m.row[0] = make_float4(k * (b.y * c5 - b.z * c4 + b.w * c3), k * (-a.y * c5 + a.z * c4 - a.w * c3),
                               k * (d.y * s5 - d.z * s4 + d.w * s3), k * (-c.y * s5 + c.z * s4 - c.w * s3));
        m.row[1] = make_float4(k * (-b.x * c5 + b.z * c2 - b.w * c1), k * (a.x * c5 - a.z * c2 + a.w * c1),
                               k * (-d.x * s5 + d.z * s2 - d.w * s1), k * (c.x * s5 - c.z * s2 + c.w * s1));
        m.row[2] = make_float4(k * (b.x * c4 - b.y * c2 + b.w * c0), k * (-a.x * c4 + a.y * c2 - a.w * c0),
                               k * (d.x * s4 - d.y * s2 + d.w * s0), k * (-c.x * s4 + c.y * s2 - c.w * s0));
        m.row[3] = make_float4(k * (-b.x * c3 + b.y * c1 - b.z * c0), k * (a.x * c3 - a.y * c1 + a.z * c0),
                               k * (-d.x * s3 + d.y * s1 - d.z * s0), k * (c.x * s3 - c.y * s1 + c.z * s0));
    }
    out[i] = m;
}
