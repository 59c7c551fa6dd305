// Direct 3x3 convolution, NCHW, one pixel of padding, ReLU. A thread makes a 2x2 patch of four output channels;
// the block keeps one input channel's tile and the filters that go with it in shared memory.

namespace {

constexpr int kBlockX = 16, kBlockY = 8;
constexpr int kPatch = 2;
constexpr int kTileX = kBlockX * kPatch, kTileY = kBlockY * kPatch;
constexpr int kHaloX = kTileX + 2, kHaloY = kTileY + 2;
constexpr int kChannelsOut = 4;

__device__ __forceinline__ float relu(float x) { return fmaxf(x, 0.0f); }

}  // namespace

extern "C" __global__ void __launch_bounds__(kBlockX* kBlockY)
    conv2d_direct(const float* __restrict__ input, const float* __restrict__ filters, const float* __restrict__ bias,
                  float* __restrict__ output, int channels_in, int channels_out, int height, int width) {
    __shared__ float tile[kHaloY][kHaloX + 1];
    __shared__ float weights[kChannelsOut][9];

    const int tiles_x = (width + kTileX - 1) / kTileX;
    const int tile_x = (blockIdx.x % tiles_x) * kTileX, tile_y = (blockIdx.x / tiles_x) * kTileY;
    const int first_channel = blockIdx.y * kChannelsOut;
    const int image = blockIdx.z;
    const int thread = threadIdx.y * kBlockX + threadIdx.x;
    const size_t plane = static_cast<size_t>(height) * width;

    float sums[kChannelsOut][kPatch][kPatch] = {};
    for (int channel = 0; channel < channels_in; ++channel) {
        const float* source = input + (static_cast<size_t>(image) * channels_in + channel) * plane;
        for (int i = thread; i < kHaloX * kHaloY; i += kBlockX * kBlockY) {
            int y = tile_y + i / kHaloX - 1, x = tile_x + i % kHaloX - 1;
            bool inside = y >= 0 && y < height && x >= 0 && x < width;
            tile[i / kHaloX][i % kHaloX] = inside ? __ldg(source + static_cast<size_t>(y) * width + x) : 0.0f;
        }
        if (thread < kChannelsOut * 9) {
            int out = first_channel + thread / 9;
            weights[thread / 9][thread % 9] =
                out < channels_out ? __ldg(filters + (static_cast<size_t>(out) * channels_in + channel) * 9 + thread % 9)
                                   : 0.0f;
        }
        __syncthreads();

        float window[kPatch + 2][kPatch + 2];
#pragma unroll
        for (int y = 0; y < kPatch + 2; ++y)
#pragma unroll
            for (int x = 0; x < kPatch + 2; ++x)
                window[y][x] = tile[threadIdx.y * kPatch + y][threadIdx.x * kPatch + x];
#pragma unroll
        for (int out = 0; out < kChannelsOut; ++out)
#pragma unroll
            for (int y = 0; y < kPatch; ++y)
#pragma unroll
                for (int x = 0; x < kPatch; ++x)
#pragma unroll
                    for (int tap = 0; tap < 9; ++tap)
                        sums[out][y][x] += window[y + tap / 3][x + tap % 3] * weights[out][tap];
        __syncthreads();
    }

    for (int out = 0; out < kChannelsOut; ++out) {
        if (first_channel + out >= channels_out) break;
        float* target = output + (static_cast<size_t>(image) * channels_out + first_channel + out) * plane;
        float offset = bias[first_channel + out];
#pragma unroll
        for (int y = 0; y < kPatch; ++y)
#pragma unroll
            for (int x = 0; x < kPatch; ++x) {
                int row = tile_y + threadIdx.y * kPatch + y, column = tile_x + threadIdx.x * kPatch + x;
                if (row < height && column < width)
                    target[static_cast<size_t>(row) * width + column] = relu(sums[out][y][x] + offset);
            }
    }
}
