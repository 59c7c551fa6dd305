// GROUP BY with sums, counts and maxima: every block gathers in a small open table in shared memory and pours it into
// the table of all blocks; a key that finds no place in the small one goes to the big one directly.

constexpr int kLocalSlots = 512;
constexpr int kMostProbes = 16;
constexpr int kEmpty = -1;

struct Groups {
    int* keys;
    unsigned long long* sums;
    unsigned* counts;
    int* largest;
    int slots;  // a power of two
};

__device__ unsigned mix(int key) {
    unsigned h = (unsigned)key * 0x9e3779b1u;
    return h ^ h >> 15;
}

// The slot that has the key or now takes it; -1 if none is found near.
__device__ int claim(int* keys, int slots, int key, int probes) {
    unsigned slot = mix(key) & (slots - 1);
    for (int i = 0; i < probes; i++) {
        int there = atomicCAS(&keys[slot], kEmpty, key);
        if (there == kEmpty || there == key) return slot;
        slot = (slot + 1) & (slots - 1);
    }
    return -1;
}

__device__ void merge(const Groups& groups, int key, unsigned long long sum, unsigned count, int largest) {
    int slot = claim(groups.keys, groups.slots, key, groups.slots);
    if (slot < 0) return;
    atomicAdd(&groups.sums[slot], sum);
    atomicAdd(&groups.counts[slot], count);
    atomicMax(&groups.largest[slot], largest);
}

extern "C" __global__ void groupby_sums(const int* __restrict__ keys, const int* __restrict__ values, int rows,
                                        int* group_keys, unsigned long long* sums, unsigned* counts, int* largest,
                                        int slots) {
    Groups groups = {group_keys, sums, counts, largest, slots};
    __shared__ int local_keys[kLocalSlots];
    __shared__ unsigned long long local_sums[kLocalSlots];
    __shared__ unsigned local_counts[kLocalSlots];
    __shared__ int local_largest[kLocalSlots];
    for (int s = threadIdx.x; s < kLocalSlots; s += blockDim.x) {
        local_keys[s] = kEmpty;
        local_sums[s] = 0;
        local_counts[s] = 0;
        local_largest[s] = -2147483647 - 1;
    }
    __syncthreads();
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        int key = keys[row], value = values[row];
        int slot = claim(local_keys, kLocalSlots, key, kMostProbes);
        if (slot < 0) {
            merge(groups, key, (long long)value, 1, value);
            continue;
        }
        atomicAdd(&local_sums[slot], (unsigned long long)(long long)value);
        atomicAdd(&local_counts[slot], 1u);
        atomicMax(&local_largest[slot], value);
    }
    __syncthreads();
    for (int s = threadIdx.x; s < kLocalSlots; s += blockDim.x)
        if (local_keys[s] != kEmpty) merge(groups, local_keys[s], local_sums[s], local_counts[s], local_largest[s]);
}
