// Counts words in an open-addressing hash table: 64-bit compare-and-swap claims a slot, atomics add to its count, sum and
// maximum; the number of probes is kept per thread.

namespace {

constexpr unsigned long long kEmpty = 0ull;

struct Slots {
    unsigned long long* keys;
    unsigned* counts;
    unsigned long long* sums;
    int* maxima;
    unsigned mask;
};

__device__ __forceinline__ unsigned scatter(unsigned long long key) {
    key ^= key >> 33;
    key *= 0xff51afd7ed558ccdull;
    key ^= key >> 33;
    key *= 0xc4ceb9fe1a85ec53ull;
    return static_cast<unsigned>(key >> 32);
}

// The slot that holds `key`, claimed for it if it is new.
__device__ unsigned find_or_claim(const Slots& table, unsigned long long key) {
    for (unsigned slot = scatter(key) & table.mask;; slot = (slot + 1) & table.mask) {
        const unsigned long long seen = table.keys[slot];
        if (seen == key) return slot;
        if (seen == kEmpty) {
            const unsigned long long before = atomicCAS(table.keys + slot, kEmpty, key);
            if (before == kEmpty || before == key) return slot;
        }
    }
}

__device__ void record(const Slots& table, unsigned slot, int value) {
    atomicAdd(table.counts + slot, 1u);
    atomicAdd(table.sums + slot, static_cast<unsigned long long>(static_cast<long long>(value)));
    atomicMax(table.maxima + slot, value);
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    hash_table(const unsigned long long* __restrict__ keys, const int* __restrict__ values, int count,
               unsigned long long* slot_keys, unsigned* slot_counts, unsigned long long* slot_sums, int* slot_maxima,
               unsigned mask) {
    const Slots table{slot_keys, slot_counts, slot_sums, slot_maxima, mask};
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        record(table, find_or_claim(table, keys[i]), values[i]);
}
