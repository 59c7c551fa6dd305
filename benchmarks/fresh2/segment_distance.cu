// Distance of points to a road: the nearest segment of a polyline and where on it, segments by tiles in shared memory.

#define TILE 128

struct Hit {
    float distance;
    float along;
    int segment;
};

__device__ inline float clamp01(float x) { return x < 0.0f ? 0.0f : (x > 1.0f ? 1.0f : x); }

extern "C" __global__ void segment_distance(const float* px, const float* py, size_t count, const float4* segments,
                                            int segment_count, Hit* hits) {
    __shared__ float4 tile[TILE];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float x = 0.0f, y = 0.0f;
    if (i < count) {
        x = px[i];
        y = py[i];
    }
    Hit best;
    best.distance = 3.4e38f;
    best.along = 0.0f;
    best.segment = -1;
    for (int base = 0; base < segment_count; base += TILE) {
        int here = min(TILE, segment_count - base);
        __syncthreads();
        if (threadIdx.x < here) tile[threadIdx.x] = segments[base + threadIdx.x];
        __syncthreads();
        for (int s = 0; s < here; s++) {
            float4 seg = tile[s];
            float dx = seg.z - seg.x, dy = seg.w - seg.y;
            float length2 = dx * dx + dy * dy;
            float t = length2 > 0.0f ? clamp01(((x - seg.x) * dx + (y - seg.y) * dy) / length2) : 0.0f;
            float ex = x - (seg.x + t * dx), ey = y - (seg.y + t * dy);
            float d2 = ex * ex + ey * ey;
            if (d2 < best.distance) {
                best.distance = d2;
                best.along = t;
                best.segment = base + s;
            }
        }
    }
    if (i < count) {
        best.distance = sqrtf(best.distance);
        hits[i] = best;
    }
}
