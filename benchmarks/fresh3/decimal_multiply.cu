// Products of decimals of 128 bits: sign and magnitude, the full product in eight words, digits behind the point cut
// to the wanted scale with rounding half up, and an overflow beyond 38 digits reported.

struct alignas(16) Decimal {
    unsigned words[4];  // two's complement, lowest first
};

template <int kWords>
struct Wide {
    unsigned w[kWords];

    __device__ void negate() {
        unsigned carry = 1;
        for (int i = 0; i < kWords; i++) {
            unsigned inverted = ~w[i];
            w[i] = inverted + carry;
            carry = carry && w[i] == 0;
        }
    }
    __device__ void add(unsigned value) {
        for (int i = 0; i < kWords && value; i++) {
            unsigned sum = w[i] + value;
            value = sum < value ? 1 : 0;
            w[i] = sum;
        }
    }
    // Divides in place and gives the rest.
    __device__ unsigned divide(unsigned by) {
        unsigned long long rest = 0;
        for (int i = kWords - 1; i >= 0; i--) {
            rest = rest << 32 | w[i];
            w[i] = (unsigned)(rest / by);
            rest %= by;
        }
        return (unsigned)rest;
    }
};

__device__ Wide<8> multiply(const Wide<4>& a, const Wide<4>& b) {
    Wide<8> product;
    for (int i = 0; i < 8; i++) product.w[i] = 0;
    for (int i = 0; i < 4; i++) {
        unsigned long long carry = 0;
        for (int j = 0; j < 4; j++) {
            carry += (unsigned long long)a.w[i] * b.w[j] + product.w[i + j];
            product.w[i + j] = (unsigned)carry;
            carry >>= 32;
        }
        product.w[i + 4] = (unsigned)carry;
    }
    return product;
}

__device__ Wide<4> magnitude(const Decimal& d, bool* is_negative) {
    Wide<4> m = {{d.words[0], d.words[1], d.words[2], d.words[3]}};
    *is_negative = (int)d.words[3] < 0;
    if (*is_negative) m.negate();
    return m;
}

extern "C" __global__ void decimal_multiply(const Decimal* left, const Decimal* right, int count, int cut_digits,
                                            Decimal* products, unsigned char* overflow) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    bool left_negative, right_negative;
    Wide<4> a = magnitude(left[i], &left_negative), b = magnitude(right[i], &right_negative);
    Wide<8> p = multiply(a, b);
    int digits = cut_digits;
    unsigned rest = 0, unit = 1;
    while (digits > 0) {
        int step = min(digits, 9);
        unit = 1;
        for (int k = 0; k < step; k++) unit *= 10;
        rest = p.divide(unit);
        digits -= step;
    }
    if (cut_digits > 0 && rest >= unit - rest) p.add(1);
    bool is_too_big = p.w[4] | p.w[5] | p.w[6] | p.w[7];
    // 10^38 - 1
    const unsigned largest[4] = {0xffffffffu, 0x098a223fu, 0x5a86c47au, 0x4b3b4ca8u};
    for (int k = 3; k >= 0 && !is_too_big; k--) {
        if (p.w[k] < largest[k]) break;
        is_too_big = p.w[k] > largest[k];
    }
    Wide<4> result = {{p.w[0], p.w[1], p.w[2], p.w[3]}};
    if (left_negative != right_negative) result.negate();
    for (int k = 0; k < 4; k++) products[i].words[k] = is_too_big ? 0 : result.w[k];
    overflow[i] = is_too_big;
}
