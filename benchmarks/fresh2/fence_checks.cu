// Which of many vehicles are inside a fence, several positions a thread.

template <int kPoints>
__device__ void check_all(const float2* __restrict__ positions, int first, int step, int count,
                          const float2* __restrict__ corners, int sides, int* flags) {
    float2 mine[kPoints];
    int inside[kPoints];
#pragma unroll
    for (int k = 0; k < kPoints; k++) {
        int at = first + k * step;
        mine[k] = at < count ? positions[at] : make_float2(1e9f, 1e9f);
        inside[k] = 0;
    }
    float2 from = corners[sides - 1];
    for (int s = 0; s < sides; s++) {
        float2 to = corners[s];
        float slope = (from.x - to.x) / (from.y - to.y);
#pragma unroll
        for (int k = 0; k < kPoints; k++) {
            if ((to.y > mine[k].y) != (from.y > mine[k].y) && mine[k].x < slope * (mine[k].y - to.y) + to.x)
                inside[k] ^= 1;
        }
        from = to;
    }
    for (int k = 0; k < kPoints; k++)
        if (first + k * step < count) flags[first + k * step] = inside[k];
}

extern "C" __global__ void fence_checks(const float2* __restrict__ positions, int count,
                                        const float2* __restrict__ corners, int sides, int* flags) {
    const int per_thread = 6;
    int first = blockIdx.x * blockDim.x * per_thread + threadIdx.x;
    check_all<per_thread>(positions, first, blockDim.x, count, corners, sides, flags);
}
