// Decodes blocks of 128 integers: differences packed with a width per block (0 to 32 bits), summed up again from a base.
// A warp takes a block, four values per lane; the words of a block lie one after the other.

namespace {

constexpr int kValues = 128;
constexpr unsigned kFull = 0xffffffffu;

struct BlockHeader {
    unsigned first_word;
    unsigned base;
    unsigned width;
};

__device__ __forceinline__ unsigned extract(const unsigned* __restrict__ words, unsigned bit, unsigned width) {
    if (width == 0) return 0;
    const unsigned at = bit >> 5, shift = bit & 31;
    const unsigned low = words[at];
    const unsigned high = shift + width > 32 ? words[at + 1] : 0u;
    const unsigned value = __funnelshift_r(low, high, shift);
    return width == 32 ? value : value & ((1u << width) - 1u);
}

// Differences are stored with the sign in the lowest bit.
__device__ __forceinline__ int unzigzag(unsigned x) { return static_cast<int>(x >> 1) ^ -static_cast<int>(x & 1); }

__device__ __forceinline__ int scan_exclusive(int value, int lane) {
    int sum = value;
#pragma unroll
    for (int delta = 1; delta < 32; delta *= 2) {
        const int below = __shfl_up_sync(kFull, sum, delta);
        if (lane >= delta) sum += below;
    }
    return sum - value;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    bitpack_delta(const unsigned* __restrict__ words, const BlockHeader* __restrict__ headers, int4* __restrict__ values,
                  int blocks) {
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= blocks) return;
    const BlockHeader header = headers[warp];
    const unsigned* packed = words + header.first_word;

    int sums[4];
    int running = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        running += unzigzag(extract(packed, (4 * lane + i) * header.width, header.width));
        sums[i] = running;
    }
    const int before = static_cast<int>(header.base) + scan_exclusive(running, lane);
    values[static_cast<size_t>(warp) * (kValues / 4) + lane] =
        make_int4(before + sums[0], before + sums[1], before + sums[2], before + sums[3]);
}
