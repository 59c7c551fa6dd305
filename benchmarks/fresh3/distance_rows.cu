// The second half of a distance transform: for every row the lower envelope of parabolas rooted at the distances along
// columns, then the height of the envelope. One row a thread; columns are passed transposed so that threads read
// neighbours.

#define WIDEST 160

__device__ float meeting(const float* heights, const short* roots, int k, int q, float height) {
    int p = roots[k];
    return ((height + q * q) - (heights[k] + p * p)) / (2 * q - 2 * p);
}

extern "C" __global__ void distance_rows(const float* columns, int rows, int width, float* squared, short* nearest) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    short roots[WIDEST];
    float heights[WIDEST];
    float borders[WIDEST + 1];
    int last = 0;
    roots[0] = 0;
    heights[0] = columns[row];
    borders[0] = -1e20f;
    borders[1] = 1e20f;
    for (int q = 1; q < width; q++) {
        float height = columns[q * rows + row];
        float s = meeting(heights, roots, last, q, height);
        while (last > 0 && s <= borders[last]) {
            last--;
            s = meeting(heights, roots, last, q, height);
        }
        if (s <= borders[last]) {
            roots[last] = q;
            heights[last] = height;
            borders[last + 1] = 1e20f;
            continue;
        }
        last++;
        roots[last] = q;
        heights[last] = height;
        borders[last] = s;
        borders[last + 1] = 1e20f;
    }
    int k = 0;
    for (int q = 0; q < width; q++) {
        while (borders[k + 1] < q) k++;
        int apart = q - roots[k];
        squared[q * rows + row] = apart * apart + heights[k];
        nearest[q * rows + row] = roots[k];
    }
}
