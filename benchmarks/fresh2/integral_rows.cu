// The first half of an integral image: running sums of a picture's rows and of their squares, a warp a row.

#define FULL 0xffffffffu

__device__ unsigned warp_inclusive(unsigned value, int lane) {
    for (int delta = 1; delta < 32; delta *= 2) {
        unsigned other = __shfl_up_sync(FULL, value, delta);
        if (lane >= delta) value += other;
    }
    return value;
}

extern "C" __global__ void integral_rows(const unsigned char* picture, size_t pitch, int width, int height,
                                         unsigned* sums, unsigned* squares) {
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    if (row >= height) return;
    const unsigned char* from = picture + row * pitch;
    unsigned carry = 0, carry2 = 0;
    for (int x = lane; x - lane < width; x += 32) {
        unsigned value = x < width ? from[x] : 0;
        unsigned sum = warp_inclusive(value, lane) + carry;
        unsigned sum2 = warp_inclusive(value * value, lane) + carry2;
        if (x < width) {
            sums[(size_t)row * width + x] = sum;
            squares[(size_t)row * width + x] = sum2;
        }
        carry = __shfl_sync(FULL, sum, 31);
        carry2 = __shfl_sync(FULL, sum2, 31);
    }
}
