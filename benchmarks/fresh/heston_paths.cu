// A barrier option under Heston's model: paths with the full truncation scheme and a small generator of our own.

struct Random {
    unsigned x, y, z, w;

    __device__ Random(unsigned seed) {
        x = seed * 747796405u + 2891336453u;
        y = x * 1664525u + 1013904223u;
        z = y * 1664525u + 1013904223u;
        w = z * 1664525u + 1013904223u;
    }
    __device__ unsigned next() {
        unsigned t = x ^ (x << 11);
        x = y;
        y = z;
        z = w;
        w = w ^ (w >> 19) ^ t ^ (t >> 8);
        return w;
    }
    __device__ float uniform() { return ((next() >> 8) + 0.5f) * (1.0f / 16777216.0f); }
    __device__ float2 normal_pair() {
        float r = sqrtf(-2.0f * logf(uniform()));
        float s, c;
        sincosf(6.2831853f * uniform(), &s, &c);
        return make_float2(r * c, r * s);
    }
};

struct Model {
    float spot, rate, kappa, theta, sigma, rho, v0;
    float strike, barrier, years;
    int steps;
};

extern "C" __global__ void heston_paths(Model m, float* payoffs, int paths) {
    for (int path = blockIdx.x * blockDim.x + threadIdx.x; path < paths; path += gridDim.x * blockDim.x) {
        Random random(path);
        float dt = m.years / m.steps, root = sqrtf(dt);
        float log_s = logf(m.spot), v = m.v0, log_barrier = logf(m.barrier);
        bool alive = true;
        for (int i = 0; i < m.steps && alive; i++) {
            float2 n = random.normal_pair();
            float positive = fmaxf(v, 0.0f), vol = sqrtf(positive);
            float second = m.rho * n.x + sqrtf(1.0f - m.rho * m.rho) * n.y;
            log_s += (m.rate - 0.5f * positive) * dt + vol * root * n.x;
            v += m.kappa * (m.theta - positive) * dt + m.sigma * vol * root * second;
            if (log_s > log_barrier) alive = false;
        }
        float gain = alive ? fmaxf(expf(log_s) - m.strike, 0.0f) : 0.0f;
        payoffs[path] = gain * expf(-m.rate * m.years);
    }
}
