// Forces of all bodies on each one, straight from global memory, and the sum of each body's row of weights: loops of unknown
// trip count with a few loads, a root and a branch, where the loads of several trips have to be in flight.

extern "C" __global__ void __launch_bounds__(256)
    row_interactions(const float4* __restrict__ bodies, const float* __restrict__ weights, float4* __restrict__ forces,
                     int count, int width) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    const float4 own = bodies[at];
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;
    for (int i = 0; i < count; ++i) {
        const float4 other = bodies[i];
        const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
        const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        const float scale = other.w * inverse * inverse * inverse;
        fx += dx * scale;
        fy += dy * scale;
        fz += dz * scale;
    }
    float sum = 0.0f;
    for (int i = 0; i < width; ++i) {
        const float weight = weights[static_cast<size_t>(i) * count + at];
        if (weight > 0.0f) {
            sum += weight;
        } else {
            sum -= 0.5f * weight;
        }
    }
    forces[at] = make_float4(fx, fy, fz, sum);
}
