// Production rates of a small combustion mechanism: rate laws of several kinds from a table, forward and backward,
// one cell of the grid a thread.

enum class Law : int { kArrhenius, kThreeBody, kFalloff, kLandauTeller };

struct Reaction {
    Law law;
    int reactants[2];
    int products[2];  // -1: none
    double log_a, b, e_over_r;
    double extra0, extra1;
    double log_equilibrium, enthalpy_over_r;
};

constexpr int kSpecies = 8;
constexpr int kReactions = 12;

__device__ double forward_rate(const Reaction& r, double temperature, double log_t, double inverse_t, double total) {
    double k = exp(r.log_a + r.b * log_t - r.e_over_r * inverse_t);
    switch (r.law) {
        case Law::kArrhenius:
            return k;
        case Law::kThreeBody:
            return k * total * r.extra0;
        case Law::kFalloff: {
            double low = exp(r.extra0 - r.extra1 * inverse_t);
            double reduced = low * total / k;
            double center = log10(0.6);
            double x = log10(fmax(reduced, 1e-30));
            double broadening = center / (1.0 + x * x);
            return k * reduced / (1.0 + reduced) * pow(10.0, broadening);
        }
        case Law::kLandauTeller:
            return k * exp(r.extra0 / cbrt(temperature) + r.extra1 * pow(inverse_t, 2.0 / 3.0));
    }
    return 0.0;
}

extern "C" __global__ void reaction_rates(const Reaction* reactions, const double* concentrations,
                                          const double* temperatures, int cells, double* production) {
    __shared__ Reaction table[kReactions];
    for (int i = threadIdx.x; i < kReactions; i += blockDim.x) table[i] = reactions[i];
    __syncthreads();
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= cells) return;

    double c[kSpecies], rate[kSpecies];
    double total = 0.0;
    for (int s = 0; s < kSpecies; s++) {
        c[s] = concentrations[s * cells + cell];
        total += c[s];
        rate[s] = 0.0;
    }
    double temperature = temperatures[cell];
    double log_t = log(temperature), inverse_t = 1.0 / temperature;
    for (int i = 0; i < kReactions; i++) {
        const Reaction& r = table[i];
        double forward = forward_rate(r, temperature, log_t, inverse_t, total);
        double backward = forward * exp(-(r.log_equilibrium - r.enthalpy_over_r * inverse_t));
        for (int k = 0; k < 2; k++) {
            if (r.reactants[k] >= 0) forward *= c[r.reactants[k]];
            if (r.products[k] >= 0) backward *= c[r.products[k]];
        }
        double net = forward - backward;
        for (int k = 0; k < 2; k++) {
            if (r.reactants[k] >= 0) rate[r.reactants[k]] -= net;
            if (r.products[k] >= 0) rate[r.products[k]] += net;
        }
    }
    for (int s = 0; s < kSpecies; s++) production[s * cells + cell] = rate[s];
}
