// Rows of a table that pass a filter, packed without gaps in any order: ballots within a warp, one atomic for each.

struct Row {
    int key;
    float price;
    int quantity;
    int flags;
};

struct Filter {
    float low, high;
    int least;
    int flag_mask;

    __device__ bool passes(const Row& r) const {
        return r.price >= low && r.price < high && r.quantity >= least && (r.flags & flag_mask) != 0;
    }
};

extern "C" __global__ void filter_compact(const Row* rows, int count, Filter filter, int* keys, float* totals,
                                          int* found) {
    int step = gridDim.x * blockDim.x;
    int rounds = (count + step - 1) / step;
    int lane = threadIdx.x & 31;
    for (int k = 0; k < rounds; k++) {
        int i = k * step + blockIdx.x * blockDim.x + threadIdx.x;
        Row r;
        bool keep = false;
        if (i < count) {
            r = rows[i];
            keep = filter.passes(r);
        }
        unsigned votes = __ballot_sync(0xffffffff, keep);
        if (votes == 0) continue;
        int base = 0;
        if (lane == 0) base = atomicAdd(found, __popc(votes));
        base = __shfl_sync(0xffffffff, base, 0);
        if (keep) {
            int at = base + __popc(votes & ((1u << lane) - 1));
            keys[at] = r.key;
            totals[at] = r.price * r.quantity;
        }
    }
}
