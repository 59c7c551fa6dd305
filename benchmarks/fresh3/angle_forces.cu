// Harmonic angles of molecules in a periodic box: forces on three atoms by atomics, the energy once a block.

__device__ __forceinline__ float3 minimum_image(float4 a, float4 b, float3 box) {
    float3 d = make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
    d.x -= box.x * rintf(d.x / box.x);
    d.y -= box.y * rintf(d.y / box.y);
    d.z -= box.z * rintf(d.z / box.z);
    return d;
}

__device__ __forceinline__ float dot3(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ void add_force(float* forces, int atom, float x, float y, float z) {
    atomicAdd(&forces[3 * atom], x);
    atomicAdd(&forces[3 * atom + 1], y);
    atomicAdd(&forces[3 * atom + 2], z);
}

extern "C" __global__ void angle_forces(const float4* positions, const int4* angles, int angle_count,
                                        const float2* parameters, float3 box, float* forces, float* energy) {
    __shared__ float block_energy;
    if (threadIdx.x == 0) block_energy = 0.0f;
    __syncthreads();

    float mine = 0.0f;
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index < angle_count) {
        int4 angle = angles[index];
        float2 parameter = parameters[angle.w];
        float3 r1 = minimum_image(positions[angle.x], positions[angle.y], box);
        float3 r2 = minimum_image(positions[angle.z], positions[angle.y], box);
        float inverse1 = rsqrtf(dot3(r1, r1)), inverse2 = rsqrtf(dot3(r2, r2));
        float c = dot3(r1, r2) * inverse1 * inverse2;
        c = fminf(fmaxf(c, -0.9999f), 0.9999f);
        float s = sqrtf(1.0f - c * c);
        float difference = acosf(c) - parameter.y;
        mine = 0.5f * parameter.x * difference * difference;

        float factor = parameter.x * difference / s;
        float a12 = factor * inverse1 * inverse2;
        float a11 = factor * c * inverse1 * inverse1;
        float a22 = factor * c * inverse2 * inverse2;
        float3 f1 = make_float3(a12 * r2.x - a11 * r1.x, a12 * r2.y - a11 * r1.y, a12 * r2.z - a11 * r1.z);
        float3 f2 = make_float3(a12 * r1.x - a22 * r2.x, a12 * r1.y - a22 * r2.y, a12 * r1.z - a22 * r2.z);
        add_force(forces, angle.x, f1.x, f1.y, f1.z);
        add_force(forces, angle.z, f2.x, f2.y, f2.z);
        add_force(forces, angle.y, -f1.x - f2.x, -f1.y - f2.y, -f1.z - f2.z);
    }
    for (int offset = 16; offset > 0; offset /= 2) mine += __shfl_down_sync(0xffffffff, mine, offset);
    if (threadIdx.x % 32 == 0) atomicAdd(&block_energy, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(energy, block_energy);
}
