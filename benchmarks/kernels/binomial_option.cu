// American puts on a binomial tree: one option per block, the tree's level in dynamic shared memory, and early exercise
// checked at every node.

namespace {

struct Tree {
    float up, log_up, discounted_up, discounted_down;
};

__device__ Tree make_tree(float years, float rate, float volatility, int steps) {
    const float dt = years / steps;
    Tree tree;
    tree.log_up = volatility * sqrtf(dt);
    tree.up = expf(tree.log_up);
    const float down = 1.0f / tree.up, growth = expf(rate * dt);
    const float probability = (growth - down) / (tree.up - down);
    tree.discounted_up = probability / growth;
    tree.discounted_down = (1.0f - probability) / growth;
    return tree;
}

__device__ __forceinline__ float exercise(float spot, float strike, float log_up, int ups_minus_downs) {
    return fmaxf(strike - spot * expf(log_up * ups_minus_downs), 0.0f);
}

}  // namespace

extern "C" __global__ void binomial_option(const float* __restrict__ spots, const float* __restrict__ strikes,
                                           const float* __restrict__ years, float* __restrict__ prices, float rate,
                                           float volatility, int steps) {
    extern __shared__ float level[];
    const int option = blockIdx.x;
    const float spot = spots[option], strike = strikes[option];
    const Tree tree = make_tree(years[option], rate, volatility, steps);

    for (int node = threadIdx.x; node <= steps; node += blockDim.x)
        level[node] = exercise(spot, strike, tree.log_up, 2 * node - steps);
    __syncthreads();

    // A thread owns nodes threadIdx.x, threadIdx.x + blockDim.x, ...; it reads its upper neighbour before that changes.
    for (int step = steps - 1; step >= 0; --step) {
        for (int first = 0; first <= step; first += blockDim.x) {
            const int node = first + threadIdx.x;
            const bool is_used = node <= step;
            float value = 0.0f;
            if (is_used) {
                const float hold = tree.discounted_up * level[node + 1] + tree.discounted_down * level[node];
                value = fmaxf(hold, exercise(spot, strike, tree.log_up, 2 * node - step));
            }
            __syncthreads();
            if (is_used) level[node] = value;
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) prices[option] = level[0];
}
