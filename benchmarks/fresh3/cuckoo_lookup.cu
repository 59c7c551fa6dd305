// Looks 64-bit keys up in a cuckoo table of two choices with buckets of four, and in a small stash behind it.

typedef unsigned long long Key;

struct Bucket {
    Key keys[4];
    unsigned values[4];
};

struct Table {
    const Bucket* buckets;
    const Key* stash_keys;
    const unsigned* stash_values;
    unsigned bucket_count;
    int stash_size;
};

__device__ unsigned hash_one(Key key) {
    key ^= key >> 33;
    key *= 0xff51afd7ed558ccdULL;
    key ^= key >> 33;
    return (unsigned)(key >> 16);
}

__device__ unsigned hash_two(Key key) {
    key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9ULL;
    key = (key ^ (key >> 27)) * 0x94d049bb133111ebULL;
    return (unsigned)(key ^ (key >> 31));
}

__device__ bool find_in(const Bucket* bucket, Key key, unsigned* value) {
    for (int slot = 0; slot < 4; slot++) {
        if (bucket->keys[slot] == key) {
            *value = bucket->values[slot];
            return true;
        }
    }
    return false;
}

__device__ unsigned find(const Table& table, Key key) {
    unsigned value = 0xffffffffu;
    if (find_in(&table.buckets[hash_one(key) % table.bucket_count], key, &value)) return value;
    if (find_in(&table.buckets[hash_two(key) % table.bucket_count], key, &value)) return value;
    for (int i = 0; i < table.stash_size; i++)
        if (table.stash_keys[i] == key) return table.stash_values[i];
    return value;
}

extern "C" __global__ void cuckoo_lookup(Table table, const Key* queries, int count, unsigned* values, int* hits) {
    int found = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
        unsigned value = find(table, queries[i]);
        values[i] = value;
        if (value != 0xffffffffu) found++;
    }
    for (int delta = 16; delta; delta >>= 1) found += __shfl_xor_sync(0xffffffffu, found, delta);
    if ((threadIdx.x & 31) == 0 && found) atomicAdd(hits, found);
}
