// Yields of bonds from their prices by Newton's method inside a bracket, with duration and convexity.

struct Bond {
    double price, coupon, years;
    int payments_per_year;
    int unused;
};

struct Value {
    double price, slope, bend;
};

__device__ Value value_at(const Bond& bond, double yield) {
    double period = 1.0 / bond.payments_per_year;
    double payment = bond.coupon * period;
    double growth = 1.0 + yield * period;
    int payments = (int)ceil(bond.years * bond.payments_per_year - 1e-9);
    double first = bond.years - (payments - 1) * period;
    double accrued = payment * (1.0 - first / period);
    double discount = pow(growth, -first * bond.payments_per_year);
    Value v = {-accrued, 0.0, 0.0};
    double time = first;
    for (int i = 0; i < payments; i++) {
        double amount = payment + (i == payments - 1 ? 100.0 : 0.0);
        double now = amount * discount;
        v.price += now;
        v.slope -= time * now / growth;
        v.bend += time * (time + period) * now / (growth * growth);
        discount /= growth;
        time += period;
    }
    return v;
}

extern "C" __global__ void bond_yields(const Bond* bonds, int count, double* yields, double* durations,
                                       double* convexities) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Bond bond = bonds[i];
    double low = -0.5, high = 2.0;
    double yield = bond.coupon / bond.price;
    Value v;
    for (int step = 0; step < 60; step++) {
        v = value_at(bond, yield);
        double error = v.price - bond.price;
        if (fabs(error) < 1e-10) break;
        if (error > 0.0)
            low = yield;
        else
            high = yield;
        double next = yield - error / v.slope;
        if (next <= low || next >= high) next = 0.5 * (low + high);
        yield = next;
    }
    yields[i] = yield;
    durations[i] = -v.slope / v.price;
    convexities[i] = v.bend / v.price;
}
