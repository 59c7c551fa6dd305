// 3x3 convolution by Winograd's F(2x2, 3x3): a thread transforms the 4x4 input patches of one tile, multiplies with
// filters that were transformed before, sums over channels for four output channels and transforms back.

namespace {

constexpr int kChannelsOut = 4;

struct Patch {
    float v[4][4];
};

// B^T d B
__device__ __forceinline__ Patch transform_input(const Patch& d) {
    Patch half, out;
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        half.v[0][c] = d.v[0][c] - d.v[2][c];
        half.v[1][c] = d.v[1][c] + d.v[2][c];
        half.v[2][c] = d.v[2][c] - d.v[1][c];
        half.v[3][c] = d.v[1][c] - d.v[3][c];
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        out.v[r][0] = half.v[r][0] - half.v[r][2];
        out.v[r][1] = half.v[r][1] + half.v[r][2];
        out.v[r][2] = half.v[r][2] - half.v[r][1];
        out.v[r][3] = half.v[r][1] - half.v[r][3];
    }
    return out;
}

// A^T m A, one 2x2 result
__device__ __forceinline__ float4 transform_output(const Patch& m) {
    float half[2][4];
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        half[0][c] = m.v[0][c] + m.v[1][c] + m.v[2][c];
        half[1][c] = m.v[1][c] - m.v[2][c] - m.v[3][c];
    }
    return make_float4(half[0][0] + half[0][1] + half[0][2], half[0][1] - half[0][2] - half[0][3],
                       half[1][0] + half[1][1] + half[1][2], half[1][1] - half[1][2] - half[1][3]);
}

__device__ __forceinline__ Patch load_patch(const float* __restrict__ plane, int y0, int x0, int height, int width) {
    Patch patch;
#pragma unroll
    for (int y = 0; y < 4; ++y)
#pragma unroll
        for (int x = 0; x < 4; ++x) {
            const bool inside = y0 + y >= 0 && y0 + y < height && x0 + x >= 0 && x0 + x < width;
            patch.v[y][x] = inside ? __ldg(plane + (y0 + y) * width + x0 + x) : 0.0f;
        }
    return patch;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    conv_winograd(const float* __restrict__ input, const float4* __restrict__ transformed_filters,
                  float* __restrict__ output, int channels_in, int channels_out, int height, int width) {
    const int tiles_x = width / 2, tiles = tiles_x * (height / 2);
    const int tile = blockIdx.x * blockDim.x + threadIdx.x;
    if (tile >= tiles) return;
    const int y = tile / tiles_x * 2, x = tile % tiles_x * 2;
    const int first_out = blockIdx.y * kChannelsOut;
    const size_t plane = static_cast<size_t>(height) * width;
    const float* image = input + static_cast<size_t>(blockIdx.z) * channels_in * plane;

    Patch sums[kChannelsOut] = {};
    for (int channel = 0; channel < channels_in; ++channel) {
        const Patch data = transform_input(load_patch(image + channel * plane, y - 1, x - 1, height, width));
#pragma unroll
        for (int out = 0; out < kChannelsOut; ++out) {
            const float4* filter = transformed_filters + (static_cast<size_t>(first_out + out) * channels_in + channel) * 4;
#pragma unroll
            for (int r = 0; r < 4; ++r) {
                const float4 f = __ldg(filter + r);
                sums[out].v[r][0] += f.x * data.v[r][0];
                sums[out].v[r][1] += f.y * data.v[r][1];
                sums[out].v[r][2] += f.z * data.v[r][2];
                sums[out].v[r][3] += f.w * data.v[r][3];
            }
        }
    }
#pragma unroll
    for (int out = 0; out < kChannelsOut; ++out) {
        const float4 result = transform_output(sums[out]);
        float* target = output + (static_cast<size_t>(blockIdx.z) * channels_out + first_out + out) * plane;
        *reinterpret_cast<float2*>(target + y * width + x) = make_float2(result.x, result.y);
        *reinterpret_cast<float2*>(target + (y + 1) * width + x) = make_float2(result.z, result.w);
    }
}
