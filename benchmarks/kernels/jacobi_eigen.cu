// Eigenvalues (ascending) and the quality of the eigenvectors of symmetric 4x4 matrices by cyclic Jacobi rotations in registers.

namespace {

constexpr int kSize = 4;
constexpr int kSweeps = 6;

struct Symmetric {
    float a[kSize][kSize];
    float vectors[kSize][kSize];
};

template <int P, int Q>
__device__ __forceinline__ void rotate(Symmetric& m) {
    const float off = m.a[P][Q];
    if (fabsf(off) < 1e-12f) return;
    const float theta = (m.a[Q][Q] - m.a[P][P]) / (2.0f * off);
    const float t = copysignf(1.0f, theta) / (fabsf(theta) + sqrtf(theta * theta + 1.0f));
    const float c = rsqrtf(t * t + 1.0f), s = t * c;
#pragma unroll
    for (int i = 0; i < kSize; ++i) {
        const float p = m.a[i][P], q = m.a[i][Q];
        m.a[i][P] = c * p - s * q;
        m.a[i][Q] = s * p + c * q;
    }
#pragma unroll
    for (int i = 0; i < kSize; ++i) {
        const float p = m.a[P][i], q = m.a[Q][i];
        m.a[P][i] = c * p - s * q;
        m.a[Q][i] = s * p + c * q;
        const float vp = m.vectors[i][P], vq = m.vectors[i][Q];
        m.vectors[i][P] = c * vp - s * vq;
        m.vectors[i][Q] = s * vp + c * vq;
    }
}

__device__ void sweep(Symmetric& m) {
    rotate<0, 1>(m);
    rotate<0, 2>(m);
    rotate<0, 3>(m);
    rotate<1, 2>(m);
    rotate<1, 3>(m);
    rotate<2, 3>(m);
}

__device__ __forceinline__ void order(float& low, float& high) {
    const float smaller = fminf(low, high);
    high = fmaxf(low, high);
    low = smaller;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    jacobi_eigen(const float* __restrict__ matrices, float4* __restrict__ values, float* __restrict__ residuals,
                 int count) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    Symmetric m;
    int next = 0;
#pragma unroll
    for (int i = 0; i < kSize; ++i)
#pragma unroll
        for (int j = i; j < kSize; ++j) {
            m.a[i][j] = m.a[j][i] = matrices[static_cast<size_t>(next++) * count + at];
            m.vectors[i][j] = m.vectors[j][i] = i == j ? 1.0f : 0.0f;
        }
    for (int i = 0; i < kSweeps; ++i) sweep(m);

    // How far the rotations together are from orthogonal: the largest deviation of V^T V from the identity.
    float residual = 0.0f;
#pragma unroll
    for (int i = 0; i < kSize; ++i)
#pragma unroll
        for (int j = 0; j < kSize; ++j) {
            float dot = i == j ? -1.0f : 0.0f;
#pragma unroll
            for (int k = 0; k < kSize; ++k) dot += m.vectors[k][i] * m.vectors[k][j];
            residual = fmaxf(residual, fabsf(dot));
        }
    float4 v = make_float4(m.a[0][0], m.a[1][1], m.a[2][2], m.a[3][3]);
    order(v.x, v.y);
    order(v.z, v.w);
    order(v.x, v.z);
    order(v.y, v.w);
    order(v.y, v.z);
    values[at] = v;
    residuals[at] = residual;
}
