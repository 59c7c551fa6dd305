// base ** exponent modulo a prime below 2**31 for many triples, and the inverse of the result by Euclid's method.

typedef unsigned long long u64;

__device__ unsigned power(unsigned base, unsigned exponent, unsigned modulus) {
    u64 result = 1, square = base % modulus;
    while (exponent) {
        if (exponent & 1) result = result * square % modulus;
        square = square * square % modulus;
        exponent >>= 1;
    }
    return (unsigned)result;
}

__device__ int inverse(int a, int modulus) {
    int x0 = 0, x1 = 1, m = modulus;
    while (a > 1 && m != 0) {
        int quotient = a / m;
        int t = m;
        m = a % m;
        a = t;
        t = x0;
        x0 = x1 - quotient * x0;
        x1 = t;
    }
    return x1 < 0 ? x1 + modulus : x1;
}

extern "C" __global__ void modular_power(const unsigned* bases, const unsigned* exponents, const unsigned* moduli,
                                         int count, unsigned* powers, int* inverses) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned result = power(bases[i], exponents[i], moduli[i]);
    powers[i] = result;
    inverses[i] = result ? inverse((int)result, (int)moduli[i]) : 0;
}
