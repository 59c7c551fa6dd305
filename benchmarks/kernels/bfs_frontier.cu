// One level of a breadth-first search: every thread expands one vertex of the frontier, claims unseen neighbours with
// compare-and-swap, and queues them in shared memory before one reservation per block goes to the global queue.

namespace {

constexpr int kThreads = 256;
constexpr int kQueue = 2048;

struct Graph {
    const int* row_starts;
    const int* edges;
};

struct Frontier {
    int* vertices;
    int* size;
};

struct BlockQueue {
    int count;
    int base;
    int items[kQueue];
};

__device__ __forceinline__ bool claim(int* levels, int vertex, int depth) {
    if (levels[vertex] >= 0) return false;
    return atomicCAS(levels + vertex, -1, depth) == -1;
}

__device__ __noinline__ void push_overflow(Frontier next, int vertex) {
    next.vertices[atomicAdd(next.size, 1)] = vertex;
}

__device__ void push(BlockQueue& queue, Frontier next, int vertex) {
    const int slot = atomicAdd(&queue.count, 1);
    if (slot < kQueue)
        queue.items[slot] = vertex;
    else
        push_overflow(next, vertex);
}

__device__ void flush(BlockQueue& queue, Frontier next) {
    __syncthreads();
    const int kept = min(queue.count, kQueue);
    if (threadIdx.x == 0) queue.base = atomicAdd(next.size, kept);
    __syncthreads();
    for (int i = threadIdx.x; i < kept; i += kThreads) next.vertices[queue.base + i] = queue.items[i];
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads)
    bfs_frontier(Graph graph, const int* __restrict__ frontier, int frontier_size, int* levels, int* next_vertices,
                 int* next_size, int depth) {
    __shared__ BlockQueue queue;
    const Frontier next{next_vertices, next_size};
    if (threadIdx.x == 0) queue.count = 0;
    __syncthreads();

    const int at = blockIdx.x * kThreads + threadIdx.x;
    if (at < frontier_size) {
        const int vertex = frontier[at];
        const int end = __ldg(graph.row_starts + vertex + 1);
        for (int edge = __ldg(graph.row_starts + vertex); edge < end; ++edge) {
            const int neighbour = __ldg(graph.edges + edge);
            if (claim(levels, neighbour, depth)) push(queue, next, neighbour);
        }
    }
    flush(queue, next);
}
