// One round of shortest paths: vertices of the frontier offer their neighbours a way, and who gets a shorter one is in
// the next frontier. Vertices of many edges are shared by a warp, the others take one thread.

struct Graph {
    const unsigned* starts;
    const unsigned* targets;
    const unsigned short* weights;
};

__device__ void offer(unsigned target, unsigned distance, unsigned limit, unsigned* distances, unsigned char* is_next) {
    if (distance >= limit) return;
    if (atomicMin(&distances[target], distance) > distance) is_next[target] = 1;
}

extern "C" __global__ void sssp_relax(Graph graph, const unsigned* frontier, unsigned frontier_size,
                                      const unsigned* before, unsigned limit, unsigned* distances,
                                      unsigned char* is_next) {
    const unsigned kMany = 32;
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lane = threadIdx.x & 31;
    unsigned begin = 0, end = 0, base = 0;
    if (thread < frontier_size) {
        unsigned vertex = frontier[thread];
        begin = graph.starts[vertex];
        end = graph.starts[vertex + 1];
        base = before[vertex];
    }
    unsigned busy = __ballot_sync(0xffffffffu, end - begin >= kMany);
    while (busy) {
        int leader = __ffs(busy) - 1;
        busy &= busy - 1;
        unsigned from = __shfl_sync(0xffffffffu, begin, leader);
        unsigned to = __shfl_sync(0xffffffffu, end, leader);
        unsigned start = __shfl_sync(0xffffffffu, base, leader);
        for (unsigned e = from + lane; e < to; e += 32)
            offer(graph.targets[e], start + graph.weights[e], limit, distances, is_next);
    }
    if (end - begin < kMany)
        for (unsigned e = begin; e < end; e++)
            offer(graph.targets[e], base + graph.weights[e], limit, distances, is_next);
}
