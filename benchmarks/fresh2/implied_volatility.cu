// Implied volatilities of quoted calls by Newton's method on Black and Scholes, falling back to bisection at the ends.

__device__ double normal_cdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }

struct Quote {
    double spot, strike, rate, years, price;
};

__device__ double call_price(const Quote& q, double sigma, double& vega) {
    double root = sqrt(q.years);
    double d1 = (log(q.spot / q.strike) + (q.rate + 0.5 * sigma * sigma) * q.years) / (sigma * root);
    double d2 = d1 - sigma * root;
    vega = q.spot * root * exp(-0.5 * d1 * d1) * 0.39894228040143267794;
    return q.spot * normal_cdf(d1) - q.strike * exp(-q.rate * q.years) * normal_cdf(d2);
}

extern "C" __global__ void implied_volatility(const Quote* quotes, int count, double tolerance, int most_steps,
                                              double* volatility, int* steps_taken) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Quote q = quotes[i];
    double low = 1e-4, high = 4.0, sigma = 0.3;
    int step = 0;
    while (step < most_steps) {
        double vega;
        double off = call_price(q, sigma, vega) - q.price;
        step++;
        if (fabs(off) < tolerance) break;
        if (off > 0.0)
            high = sigma;
        else
            low = sigma;
        double next = sigma - off / vega;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        sigma = next;
    }
    volatility[i] = sigma;
    steps_taken[i] = step;
}
