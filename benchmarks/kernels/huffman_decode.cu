// Canonical Huffman decoding: every thread decodes one chunk from its own bit offset through a 64-bit buffer and a
// lookup table of 2^12 entries in shared memory.

namespace {

constexpr int kTableBits = 12;
constexpr int kTableSize = 1 << kTableBits;

// Bits come from the top of big-endian 32-bit words.
class BitReader {
public:
    __device__ BitReader(const unsigned* __restrict__ words, unsigned long long bit) : next_(words + (bit >> 5)) {
        buffer_ = 0;
        available_ = 0;
        refill();
        refill();
        consume(static_cast<int>(bit & 31));
    }

    __device__ __forceinline__ unsigned peek() const { return static_cast<unsigned>(buffer_ >> (64 - kTableBits)); }

    __device__ __forceinline__ void consume(int bits) {
        buffer_ <<= bits;
        available_ -= bits;
        if (available_ <= 32) refill();
    }

private:
    __device__ __forceinline__ void refill() {
        buffer_ |= static_cast<unsigned long long>(*next_++) << (32 - available_);
        available_ += 32;
    }

    const unsigned* next_;
    unsigned long long buffer_;
    int available_;
};

struct Entry {
    unsigned char symbol;
    unsigned char length;
};

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    huffman_decode(const unsigned* __restrict__ words, const unsigned long long* __restrict__ chunk_bits,
                   const unsigned short* __restrict__ table, unsigned* __restrict__ symbols, int chunks,
                   int symbols_per_chunk) {
    __shared__ unsigned short shared_table[kTableSize];
    for (int i = threadIdx.x; i < kTableSize; i += blockDim.x) shared_table[i] = table[i];
    __syncthreads();

    const int chunk = blockIdx.x * blockDim.x + threadIdx.x;
    if (chunk >= chunks) return;
    BitReader reader(words, chunk_bits[chunk]);
    // Four symbols make one word of output; chunks are interleaved word by word.
    for (int at = 0; at < symbols_per_chunk; at += 4) {
        unsigned word = 0;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const unsigned raw = shared_table[reader.peek()];
            const Entry entry{static_cast<unsigned char>(raw), static_cast<unsigned char>(raw >> 8)};
            word |= static_cast<unsigned>(entry.symbol) << (8 * i);
            reader.consume(entry.length);
        }
        symbols[static_cast<size_t>(at / 4) * chunks + chunk] = word;
    }
}
