// The probe side of a hash join: linear probing in a table of keys, sums of the matching values grouped by region.

__device__ unsigned hash_key(unsigned long long key) {
    key ^= key >> 33;
    key *= 0xff51afd7ed558ccdull;
    key ^= key >> 33;
    key *= 0xc4ceb9fe1a85ec53ull;
    key ^= key >> 33;
    return (unsigned)key;
}

struct Slot {
    long long key;
    int region;
    int weight;
};

extern "C" __global__ void hash_join(const long long* keys, const int* amounts, int count, const Slot* table,
                                     unsigned slots, unsigned long long* sums, int* misses) {
    __shared__ unsigned long long local[32];
    __shared__ int local_misses;
    if (threadIdx.x < 32) local[threadIdx.x] = 0;
    if (threadIdx.x == 0) local_misses = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        long long key = keys[i];
        unsigned at = hash_key(key) % slots;
        bool hit = false;
        while (table[at].key != -1) {
            if (table[at].key == key) {
                hit = true;
                break;
            }
            at = at + 1 == slots ? 0 : at + 1;
        }
        if (hit)
            atomicAdd(&local[table[at].region & 31], (unsigned long long)amounts[i] * table[at].weight);
        else
            atomicAdd(&local_misses, 1);
    }
    __syncthreads();
    if (threadIdx.x < 32 && local[threadIdx.x]) atomicAdd(&sums[threadIdx.x], local[threadIdx.x]);
    if (threadIdx.x == 0) atomicAdd(misses, local_misses);
}
