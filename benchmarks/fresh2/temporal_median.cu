// The median of nine frames, pixel by pixel, to take moving things out of a scene: an exchange network in registers.

template <typename T>
__device__ void exchange(T& a, T& b) {
    T low = a < b ? a : b;
    b = a < b ? b : a;
    a = low;
}

template <typename T>
__device__ T median9(T v[9]) {
    // Columns sorted, then the middle of what can still be the middle.
    for (int c = 0; c < 3; c++) {
        exchange(v[3 * c], v[3 * c + 1]);
        exchange(v[3 * c + 1], v[3 * c + 2]);
        exchange(v[3 * c], v[3 * c + 1]);
    }
    T low = max(max(v[0], v[3]), v[6]);
    T high = min(min(v[2], v[5]), v[8]);
    exchange(v[1], v[4]);
    exchange(v[4], v[7]);
    exchange(v[1], v[4]);
    T a = low, b = v[4], c = high;
    exchange(a, b);
    exchange(b, c);
    exchange(a, b);
    return b;
}

extern "C" __global__ void temporal_median(const unsigned short* frames, unsigned short* background, int pixels,
                                           int* moved, int limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    unsigned short values[9];
    for (int f = 0; f < 9; f++) values[f] = frames[(size_t)f * pixels + i];
    int newest = values[8];
    unsigned short middle = median9(values);
    background[i] = middle;
    if (abs(newest - middle) > limit) atomicAdd(moved, 1);
}
