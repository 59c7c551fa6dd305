// An up-and-out call by Monte Carlo: one path a thread, xorshift numbers, Box and Muller's normal pairs.

struct Option {
    float spot, strike, barrier, rate, volatility, years;
    int steps;
};

struct XorShift {
    unsigned x, y, z, w;

    __device__ explicit XorShift(unsigned seed) {
        x = seed * 2654435761u + 1;
        y = x ^ 0x9e3779b9u;
        z = y * 747796405u + 2891336453u;
        w = z ^ (z >> 16) ^ seed;
        for (int i = 0; i < 4; i++) next();
    }
    __device__ unsigned next() {
        unsigned t = x ^ (x << 11);
        x = y;
        y = z;
        z = w;
        return w = w ^ (w >> 19) ^ t ^ (t >> 8);
    }
    __device__ float uniform() { return (next() >> 8) * (1.0f / 16777216.0f) + (0.5f / 16777216.0f); }
};

extern "C" __global__ void barrier_paths(Option option, unsigned seed, int paths, float* payoffs) {
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths) return;
    XorShift random(seed + path);
    float dt = option.years / option.steps;
    float drift = (option.rate - 0.5f * option.volatility * option.volatility) * dt;
    float diffusion = option.volatility * sqrtf(dt);
    float log_price = logf(option.spot), log_barrier = logf(option.barrier);
    bool is_out = false;
    for (int step = 0; step < option.steps && !is_out; step += 2) {
        float radius = sqrtf(-2.0f * logf(random.uniform()));
        float s, c;
        sincosf(6.2831853f * random.uniform(), &s, &c);
        log_price += drift + diffusion * radius * c;
        if (log_price >= log_barrier) is_out = true;
        log_price += drift + diffusion * radius * s;
        if (log_price >= log_barrier) is_out = true;
    }
    float payoff = is_out ? 0.0f : fmaxf(expf(log_price) - option.strike, 0.0f);
    payoffs[path] = payoff * expf(-option.rate * option.years);
}
