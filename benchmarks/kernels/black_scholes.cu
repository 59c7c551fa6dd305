// European calls and puts by Black-Scholes with delta, gamma and vega; one option per thread.

namespace {

struct Option {
    float spot, strike, years;
};

struct Market {
    float rate, volatility;
};

struct Greeks {
    float delta, gamma, vega;
};

__device__ __forceinline__ float normal_density(float x) { return 0.39894228f * expf(-0.5f * x * x); }

__device__ __forceinline__ float d1_of(const Option& option, const Market& market, float deviation) {
    const float drift = (market.rate + 0.5f * market.volatility * market.volatility) * option.years;
    return (logf(option.spot / option.strike) + drift) / deviation;
}

__device__ float2 price(const Option& option, const Market& market, Greeks& greeks) {
    const float deviation = market.volatility * sqrtf(option.years);
    const float d1 = d1_of(option, market, deviation), d2 = d1 - deviation;
    const float discounted = option.strike * expf(-market.rate * option.years);
    const float density = normal_density(d1);
    greeks.delta = normcdff(d1);
    greeks.gamma = density / (option.spot * deviation);
    greeks.vega = option.spot * density * sqrtf(option.years);
    const float call = option.spot * greeks.delta - discounted * normcdff(d2);
    return make_float2(call, discounted * normcdff(-d2) - option.spot * normcdff(-d1));
}

}  // namespace

extern "C" __global__ void black_scholes(const float* __restrict__ spots, const float* __restrict__ strikes,
                                         const float* __restrict__ years, float2* __restrict__ prices,
                                         float* __restrict__ deltas, float* __restrict__ gammas,
                                         float* __restrict__ vegas, Market market, int count) {
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const Option option{spots[i], strikes[i], years[i]};
        Greeks greeks;
        prices[i] = price(option, market, greeks);
        deltas[i] = greeks.delta;
        gammas[i] = greeks.gamma;
        vegas[i] = greeks.vega;
    }
}
