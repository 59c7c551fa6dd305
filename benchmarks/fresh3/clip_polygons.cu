// Convex polygons clipped against a window edge by edge: how many corners are left, and the area and centre.

#define MAX_CORNERS 12

struct Window {
    float left, bottom, right, top;
};

struct Edge {
    float nx, ny, offset;  // inside where nx * x + ny * y >= offset

    __device__ float depth(float2 p) const { return nx * p.x + ny * p.y - offset; }
};

__device__ int clip(const float2* in, int count, float2* out, const Edge& edge) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        float2 here = in[i], next = in[i + 1 == count ? 0 : i + 1];
        float d = edge.depth(here), e = edge.depth(next);
        if (d >= 0.0f) out[kept++] = here;
        if ((d < 0.0f) != (e < 0.0f)) {
            float t = d / (d - e);
            out[kept++] = make_float2(here.x + t * (next.x - here.x), here.y + t * (next.y - here.y));
        }
    }
    return kept;
}

extern "C" __global__ void clip_polygons(const float2* corners, const int* offsets, int polygons, Window window,
                                         int* counts, float* areas, float2* centres) {
    int polygon = blockIdx.x * blockDim.x + threadIdx.x;
    if (polygon >= polygons) return;
    float2 buffers[2][MAX_CORNERS];
    int begin = offsets[polygon], count = offsets[polygon + 1] - begin;
    for (int i = 0; i < count; i++) buffers[0][i] = corners[begin + i];
    const Edge edges[4] = {{1.0f, 0.0f, window.left},
                           {0.0f, 1.0f, window.bottom},
                           {-1.0f, 0.0f, -window.right},
                           {0.0f, -1.0f, -window.top}};
    int current = 0;
    for (int e = 0; e < 4 && count > 0; e++) {
        count = clip(buffers[current], count, buffers[1 - current], edges[e]);
        current = 1 - current;
    }
    float area = 0.0f, x = 0.0f, y = 0.0f;
    for (int i = 0; i < count; i++) {
        float2 a = buffers[current][i], b = buffers[current][(i + 1) % count];
        float cross = a.x * b.y - b.x * a.y;
        area += 0.5f * cross;
        x += (a.x + b.x) * cross / 6.0f;
        y += (a.y + b.y) * cross / 6.0f;
    }
    counts[polygon] = count;
    areas[polygon] = area;
    centres[polygon] = fabsf(area) > 1e-6f ? make_float2(x / area, y / area) : make_float2(0.0f, 0.0f);
}
