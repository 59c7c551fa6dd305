// Monte Carlo pricing of an arithmetic Asian call: Philox-4x32-10 counters, Box-Muller normals, antithetic pairs.

namespace {

struct Contract {
    float spot, strike, rate, volatility, years;
    int steps;
};

struct Counter {
    unsigned x, y, z, w;
};

__device__ __forceinline__ Counter philox_round(Counter c, unsigned key0, unsigned key1) {
    const unsigned low0 = 0xD2511F53u * c.x, high0 = __umulhi(0xD2511F53u, c.x);
    const unsigned low1 = 0xCD9E8D57u * c.z, high1 = __umulhi(0xCD9E8D57u, c.z);
    return {high1 ^ c.y ^ key0, low1, high0 ^ c.w ^ key1, low0};
}

__device__ Counter philox(Counter c, unsigned key0, unsigned key1) {
#pragma unroll
    for (int round = 0; round < 10; ++round) {
        c = philox_round(c, key0, key1);
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return c;
}

// Uniform in (0, 1): the middle of one of 2^23 cells, so that its logarithm is finite.
__device__ __forceinline__ float uniform(unsigned bits) { return ((bits >> 9) + 0.5f) * 1.1920929e-7f; }

__device__ float2 box_muller(unsigned a, unsigned b) {
    const float radius = sqrtf(-2.0f * logf(uniform(a)));
    float s, c;
    sincospif(2.0f * uniform(b), &s, &c);
    return make_float2(radius * c, radius * s);
}

struct Path {
    float log_price, total;

    __device__ void step(float drift, float shock) {
        log_price += drift + shock;
        total += expf(log_price);
    }
};

__device__ float discounted_payoff(const Contract& contract, float total) {
    return expf(-contract.rate * contract.years) * fmaxf(contract.spot * total / contract.steps - contract.strike, 0.0f);
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    mc_asian(float* __restrict__ payoffs, int paths, Contract contract, unsigned key0, unsigned key1) {
    const int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths) return;
    const float dt = contract.years / contract.steps;
    const float drift = (contract.rate - 0.5f * contract.volatility * contract.volatility) * dt;
    const float spread = contract.volatility * sqrtf(dt);

    Path up{0.0f, 0.0f}, down{0.0f, 0.0f};
    for (int step = 0; step < contract.steps; step += 4) {
        const Counter bits = philox({static_cast<unsigned>(path), static_cast<unsigned>(step), 0u, 0u}, key0, key1);
        const float2 first = box_muller(bits.x, bits.y), second = box_muller(bits.z, bits.w);
        const float normals[4] = {first.x, first.y, second.x, second.y};
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            up.step(drift, spread * normals[i]);
            down.step(drift, -spread * normals[i]);
        }
    }
    payoffs[path] = 0.5f * (discounted_payoff(contract, up.total) + discounted_payoff(contract, down.total));
}
