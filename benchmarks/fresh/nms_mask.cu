// Suppression of overlapping boxes: for each box a bit mask of the later boxes that overlap it too much.

struct BoxF {
    float x1, y1, x2, y2;
};

__device__ float overlap(const BoxF& a, const BoxF& b) {
    float left = fmaxf(a.x1, b.x1), right = fminf(a.x2, b.x2);
    float top = fmaxf(a.y1, b.y1), bottom = fminf(a.y2, b.y2);
    float shared = fmaxf(right - left, 0.0f) * fmaxf(bottom - top, 0.0f);
    float area_a = (a.x2 - a.x1) * (a.y2 - a.y1), area_b = (b.x2 - b.x1) * (b.y2 - b.y1);
    return shared / (area_a + area_b - shared);
}

extern "C" __global__ void nms_mask(const BoxF* boxes, const int* classes, int count, float threshold,
                                    unsigned long long* mask) {
    const int kTile = 64;
    int row_start = blockIdx.y * kTile, column_start = blockIdx.x * kTile;
    if (row_start > column_start) return;
    __shared__ BoxF tile[kTile];
    __shared__ int tile_class[kTile];
    int columns = min(count - column_start, kTile), rows = min(count - row_start, kTile);
    if (threadIdx.x < columns) {
        tile[threadIdx.x] = boxes[column_start + threadIdx.x];
        tile_class[threadIdx.x] = classes[column_start + threadIdx.x];
    }
    __syncthreads();
    if (threadIdx.x >= rows) return;
    int row = row_start + threadIdx.x;
    BoxF mine = boxes[row];
    int my_class = classes[row];
    unsigned long long bits = 0;
    int first = row_start == column_start ? threadIdx.x + 1 : 0;
    for (int i = first; i < columns; i++)
        if (tile_class[i] == my_class && overlap(mine, tile[i]) > threshold) bits |= 1ULL << i;
    mask[(size_t)row * gridDim.x + blockIdx.x] = bits;
}
