// Modular powers of 256-bit numbers: Montgomery multiplication on 32-bit limbs, square and multiply.

const int kLimbs = 8;

struct Field {
    unsigned modulus[kLimbs];
    unsigned one[kLimbs];  // 2^256 mod modulus
    unsigned inverse;      // -1 / modulus mod 2^32
};

struct Number {
    unsigned limb[kLimbs];
};

__device__ Number multiply(const Number& a, const Number& b, const Field& f) {
    unsigned t[kLimbs + 2] = {};
    for (int i = 0; i < kLimbs; i++) {
        unsigned long long carry = 0;
        for (int j = 0; j < kLimbs; j++) {
            carry += (unsigned long long)a.limb[j] * b.limb[i] + t[j];
            t[j] = (unsigned)carry;
            carry >>= 32;
        }
        carry += t[kLimbs];
        t[kLimbs] = (unsigned)carry;
        t[kLimbs + 1] = (unsigned)(carry >> 32);
        unsigned m = t[0] * f.inverse;
        carry = ((unsigned long long)m * f.modulus[0] + t[0]) >> 32;
        for (int j = 1; j < kLimbs; j++) {
            carry += (unsigned long long)m * f.modulus[j] + t[j];
            t[j - 1] = (unsigned)carry;
            carry >>= 32;
        }
        carry += t[kLimbs];
        t[kLimbs - 1] = (unsigned)carry;
        t[kLimbs] = t[kLimbs + 1] + (unsigned)(carry >> 32);
    }
    Number difference;
    long long borrow = 0;
    for (int j = 0; j < kLimbs; j++) {
        borrow += (long long)t[j] - f.modulus[j];
        difference.limb[j] = (unsigned)borrow;
        borrow >>= 32;
    }
    bool keep = borrow + t[kLimbs] < 0;
    Number r;
    for (int j = 0; j < kLimbs; j++) r.limb[j] = keep ? t[j] : difference.limb[j];
    return r;
}

extern "C" __global__ void montgomery_power(const Number* bases, const unsigned* exponents, Number* powers, int count,
                                            Field f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Number base = bases[i], result;
    for (int j = 0; j < kLimbs; j++) result.limb[j] = f.one[j];
    unsigned e = exponents[i];
    while (e) {
        if (e & 1) result = multiply(result, base, f);
        base = multiply(base, base, f);
        e >>= 1;
    }
    powers[i] = result;
}
