// Tables for adaptive histogram equalisation with limited contrast: a block counts one tile of the picture, cuts what
// is above the limit, spreads it evenly, and turns the running sum into grey values.

#define BINS 256

extern "C" __global__ void clahe_tables(const unsigned char* image, int width, int height, int tile_width,
                                        int tile_height, int limit, unsigned char* tables) {
    __shared__ int histogram[BINS];
    __shared__ int warp_totals[BINS / 32];
    __shared__ int excess;
    int bin = threadIdx.x;
    histogram[bin] = 0;
    if (bin == 0) excess = 0;
    __syncthreads();

    int left = blockIdx.x * tile_width, top = blockIdx.y * tile_height;
    int right = min(left + tile_width, width), bottom = min(top + tile_height, height);
    int area = (right - left) * (bottom - top);
    for (int i = threadIdx.x; i < area; i += blockDim.x) {
        int x = left + i % (right - left), y = top + i / (right - left);
        atomicAdd(&histogram[image[y * width + x]], 1);
    }
    __syncthreads();

    int count = histogram[bin];
    if (count > limit) {
        atomicAdd(&excess, count - limit);
        count = limit;
    }
    __syncthreads();
    int share = excess / BINS, rest = excess % BINS;
    count += share;
    if (rest > 0) {
        int step = max(BINS / rest, 1);
        if (bin % step == 0 && bin / step < rest) count++;
    }

    int lane = bin & 31, warp = bin >> 5;
    int sum = count;
    for (int delta = 1; delta < 32; delta *= 2) {
        int before = __shfl_up_sync(0xffffffff, sum, delta);
        if (lane >= delta) sum += before;
    }
    if (lane == 31) warp_totals[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; w++) sum += warp_totals[w];
    float grey = (float)sum * 255.0f / area;
    int tile = blockIdx.y * gridDim.x + blockIdx.x;
    tables[tile * BINS + bin] = (unsigned char)fminf(grey + 0.5f, 255.0f);
}
