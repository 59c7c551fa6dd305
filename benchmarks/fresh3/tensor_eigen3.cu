// Diffusion tensors of a brain scan: eigenvalues by the trigonometric formula, mean diffusivity, fractional
// anisotropy, and the colour of the principal direction.

struct Tensor {
    float xx, xy, xz, yy, yz, zz;
};

__device__ float determinant(const Tensor& t) {
    return t.xx * (t.yy * t.zz - t.yz * t.yz) - t.xy * (t.xy * t.zz - t.yz * t.xz) +
           t.xz * (t.xy * t.yz - t.yy * t.xz);
}

__device__ void eigenvalues(const Tensor& t, float values[3]) {
    float off = t.xy * t.xy + t.xz * t.xz + t.yz * t.yz;
    float mean = (t.xx + t.yy + t.zz) / 3.0f;
    float a = t.xx - mean, b = t.yy - mean, c = t.zz - mean;
    float p = sqrtf((a * a + b * b + c * c + 2.0f * off) / 6.0f);
    if (p < 1e-12f) {
        values[0] = values[1] = values[2] = mean;
        return;
    }
    Tensor scaled = {a / p, t.xy / p, t.xz / p, b / p, t.yz / p, c / p};
    float r = determinant(scaled) * 0.5f;
    float phi = acosf(fminf(fmaxf(r, -1.0f), 1.0f)) / 3.0f;
    values[0] = mean + 2.0f * p * cosf(phi);
    values[2] = mean + 2.0f * p * cosf(phi + 2.0943951f);
    values[1] = 3.0f * mean - values[0] - values[2];
}

__device__ float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__device__ float norm2(float3 v) { return v.x * v.x + v.y * v.y + v.z * v.z; }

__device__ float3 direction_of(const Tensor& t, float value) {
    float3 rows[3] = {make_float3(t.xx - value, t.xy, t.xz), make_float3(t.xy, t.yy - value, t.yz),
                      make_float3(t.xz, t.yz, t.zz - value)};
    float3 best = make_float3(1.0f, 0.0f, 0.0f);
    float longest = 0.0f;
    for (int i = 0; i < 3; i++) {
        float3 candidate = cross(rows[i], rows[(i + 1) % 3]);
        float length = norm2(candidate);
        if (length > longest) {
            longest = length;
            best = candidate;
        }
    }
    float scale = longest > 0.0f ? rsqrtf(longest) : 1.0f;
    return make_float3(best.x * scale, best.y * scale, best.z * scale);
}

extern "C" __global__ void tensor_eigen3(const float* tensors, const unsigned char* mask, int voxels, float* values,
                                         float* anisotropy, float* colours) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= voxels) return;
    if (!mask[v]) {
        for (int k = 0; k < 3; k++) values[k * voxels + v] = colours[k * voxels + v] = 0.0f;
        anisotropy[v] = 0.0f;
        return;
    }
    Tensor t = {tensors[v],
                tensors[voxels + v],
                tensors[2 * voxels + v],
                tensors[3 * voxels + v],
                tensors[4 * voxels + v],
                tensors[5 * voxels + v]};
    float e[3];
    eigenvalues(t, e);
    float sum = 0.0f, spread = 0.0f, mean = (e[0] + e[1] + e[2]) / 3.0f;
    for (int k = 0; k < 3; k++) {
        values[k * voxels + v] = e[k];
        sum += e[k] * e[k];
        spread += (e[k] - mean) * (e[k] - mean);
    }
    float fa = sum > 0.0f ? sqrtf(1.5f * spread / sum) : 0.0f;
    anisotropy[v] = fa;
    float3 d = direction_of(t, e[0]);
    colours[v] = fabsf(d.x) * fa;
    colours[voxels + v] = fabsf(d.y) * fa;
    colours[2 * voxels + v] = fabsf(d.z) * fa;
}
