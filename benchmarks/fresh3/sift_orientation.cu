// The main direction around keypoints: a histogram of gradients weighted by distance, smoothed, with its peak refined
// by a parabola.

#define BINS 36

struct Keypoint {
    float x, y, scale, unused;
};

__device__ float2 gradient(const float* image, int width, int x, int y) {
    const float* p = image + y * width + x;
    return make_float2(p[1] - p[-1], p[width] - p[-width]);
}

__device__ void smooth(float* bins) {
    float first = bins[0], before = bins[BINS - 1];
    for (int b = 0; b < BINS; b++) {
        float here = bins[b];
        float next = b + 1 < BINS ? bins[b + 1] : first;
        bins[b] = 0.25f * before + 0.5f * here + 0.25f * next;
        before = here;
    }
}

extern "C" __global__ void sift_orientation(const float* image, int width, int height, const Keypoint* keypoints,
                                            int count, float* angles, float* strengths) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    Keypoint point = keypoints[k];
    float sigma = 1.5f * point.scale;
    int radius = (int)(3.0f * sigma + 0.5f);
    int cx = (int)(point.x + 0.5f), cy = (int)(point.y + 0.5f);
    float bins[BINS];
    for (int b = 0; b < BINS; b++) bins[b] = 0.0f;
    for (int dy = -radius; dy <= radius; dy++) {
        int y = cy + dy;
        if (y < 1 || y >= height - 1) continue;
        for (int dx = -radius; dx <= radius; dx++) {
            int x = cx + dx;
            if (x < 1 || x >= width - 1) continue;
            if (dx * dx + dy * dy > radius * radius) continue;
            float2 g = gradient(image, width, x, y);
            float weight = expf(-(dx * dx + dy * dy) / (2.0f * sigma * sigma));
            float angle = atan2f(g.y, g.x) * (BINS / 6.28318531f);
            int bin = (int)floorf(angle + 0.5f);
            bin = (bin + BINS) % BINS;
            bins[bin] += weight * sqrtf(g.x * g.x + g.y * g.y);
        }
    }
    smooth(bins);
    smooth(bins);
    int peak = 0;
    for (int b = 1; b < BINS; b++)
        if (bins[b] > bins[peak]) peak = b;
    float before = bins[(peak + BINS - 1) % BINS], after = bins[(peak + 1) % BINS], top = bins[peak];
    float bend = before - 2.0f * top + after;
    float shift = bend != 0.0f ? 0.5f * (before - after) / bend : 0.0f;
    angles[k] = (peak + shift) * (6.28318531f / BINS);
    strengths[k] = top - 0.25f * (before - after) * shift;
}
