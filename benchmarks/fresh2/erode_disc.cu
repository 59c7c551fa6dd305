// Morphological erosion and dilation by a disc in one go: a tile with its rim in shared memory, the edge repeated
// outside.

template <int kRadius, int kTileX, int kTileY>
struct Rim {
    static const int kWidth = kTileX + 2 * kRadius;
    static const int kHeight = kTileY + 2 * kRadius;
};

extern "C" __global__ void erode_disc(const unsigned char* image, int width, int height, unsigned char* eroded,
                                      unsigned char* dilated) {
    const int radius = 3;
    typedef Rim<radius, 32, 8> R;
    __shared__ unsigned char tile[R::kHeight][R::kWidth];
    int left = blockIdx.x * 32 - radius, top = blockIdx.y * 8 - radius;
    int thread = threadIdx.y * 32 + threadIdx.x;
    for (int i = thread; i < R::kWidth * R::kHeight; i += 256) {
        int ty = i / R::kWidth, tx = i % R::kWidth;
        int x = min(max(left + tx, 0), width - 1), y = min(max(top + ty, 0), height - 1);
        tile[ty][tx] = image[y * width + x];
    }
    __syncthreads();
    int low = 255, high = 0;
    for (int dy = -radius; dy <= radius; dy++) {
        for (int dx = -radius; dx <= radius; dx++) {
            if (dx * dx + dy * dy > radius * radius) continue;
            int value = tile[threadIdx.y + radius + dy][threadIdx.x + radius + dx];
            low = min(low, value);
            high = max(high, value);
        }
    }
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < width && y < height) {
        eroded[y * width + x] = low;
        dilated[y * width + x] = high;
    }
}
