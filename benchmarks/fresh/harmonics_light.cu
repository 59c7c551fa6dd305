// Light of a scene point from spherical harmonics up to degree three, for normals of a picture with rotating lobes.

template <int DEGREE>
struct Harmonics {
    static const int kCount = (DEGREE + 1) * (DEGREE + 1);
    float value[kCount];

    __device__ Harmonics(float x, float y, float z) {
        float xx = x * x, yy = y * y, zz = z * z;
        value[0] = 0.282095f;
        if (DEGREE >= 1) {
            value[1] = 0.488603f * y;
            value[2] = 0.488603f * z;
            value[3] = 0.488603f * x;
        }
        if (DEGREE >= 2) {
            value[4] = 1.092548f * x * y;
            value[5] = 1.092548f * y * z;
            value[6] = 0.315392f * (3.0f * zz - 1.0f);
            value[7] = 1.092548f * x * z;
            value[8] = 0.546274f * (xx - yy);
        }
        if (DEGREE >= 3) {
            value[9] = 0.590044f * y * (3.0f * xx - yy);
            value[10] = 2.890611f * x * y * z;
            value[11] = 0.457046f * y * (5.0f * zz - 1.0f);
            value[12] = 0.373176f * z * (5.0f * zz - 3.0f);
            value[13] = 0.457046f * x * (5.0f * zz - 1.0f);
            value[14] = 1.445306f * z * (xx - yy);
            value[15] = 0.590044f * x * (xx - 3.0f * yy);
        }
    }
};

extern "C" __global__ void harmonics_light(const float3* normals, const float3* coefficients, const int* probe,
                                           float3* colours, int width, int height, float exposure) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int i = y * width + x;
    float3 n = normals[i];
    float inverse = 1.0f / sqrtf(n.x * n.x + n.y * n.y + n.z * n.z);
    Harmonics<3> h(n.x * inverse, n.y * inverse, n.z * inverse);
    const float3* c = coefficients + probe[i] * Harmonics<3>::kCount;
    float r = 0.0f, g = 0.0f, b = 0.0f;
    for (int k = 0; k < Harmonics<3>::kCount; k++) {
        r += c[k].x * h.value[k];
        g += c[k].y * h.value[k];
        b += c[k].z * h.value[k];
    }
    colours[i] = make_float3(1.0f - expf(-exposure * fmaxf(r, 0.0f)), 1.0f - expf(-exposure * fmaxf(g, 0.0f)),
                             1.0f - expf(-exposure * fmaxf(b, 0.0f)));
}
