// The eight nearest references of every query by brute force: references come through shared memory in tiles, the best
// are kept sorted in a local array.

struct Neighbour {
    float distance;
    int index;
};

template <int kBest>
struct BestList {
    Neighbour items[kBest];

    __device__ BestList() {
        for (int i = 0; i < kBest; i++) {
            items[i].distance = 3.0e38f;
            items[i].index = -1;
        }
    }
    __device__ void insert(float distance, int index) {
        if (distance >= items[kBest - 1].distance) return;
        int at = kBest - 1;
        while (at > 0 && items[at - 1].distance > distance) {
            items[at] = items[at - 1];
            at--;
        }
        items[at].distance = distance;
        items[at].index = index;
    }
};

extern "C" __global__ void knn_insert(const float3* queries, int query_count, const float3* references,
                                      int reference_count, int* found) {
    const int best = 8, tile = 128;
    __shared__ float3 shared[tile];
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    float3 mine = queries[min(q, query_count - 1)];
    BestList<best> list;
    for (int first = 0; first < reference_count; first += tile) {
        int i = first + threadIdx.x;
        if (i < reference_count) shared[threadIdx.x] = references[i];
        __syncthreads();
        int here = min(tile, reference_count - first);
        for (int k = 0; k < here; k++) {
            float dx = shared[k].x - mine.x, dy = shared[k].y - mine.y, dz = shared[k].z - mine.z;
            list.insert(dx * dx + dy * dy + dz * dz, first + k);
        }
        __syncthreads();
    }
    if (q >= query_count) return;
    for (int i = 0; i < best; i++) found[q * best + i] = list.items[i].index;
}
