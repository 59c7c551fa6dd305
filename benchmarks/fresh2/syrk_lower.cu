// C = beta C + alpha A transposed(A), the lower triangle only: tiles of 32 by 32, four rows a thread.

const int kTile = 32;
const int kRows = 4;

extern "C" __global__ void syrk_lower(const float* a, float* c, int n, int k, float alpha, float beta) {
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float left[kTile][kTile + 1];
    __shared__ float right[kTile][kTile + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
    float sum[kRows] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int k0 = 0; k0 < k; k0 += kTile) {
        for (int r = ty; r < kTile; r += kTile / kRows) {
            int inner = k0 + tx;
            left[r][tx] = row0 + r < n && inner < k ? a[(row0 + r) * k + inner] : 0.0f;
            right[r][tx] = column0 + r < n && inner < k ? a[(column0 + r) * k + inner] : 0.0f;
        }
        __syncthreads();
        for (int inner = 0; inner < kTile; inner++) {
            float b = right[tx][inner];
            for (int r = 0; r < kRows; r++) sum[r] += left[ty + r * (kTile / kRows)][inner] * b;
        }
        __syncthreads();
    }
    int column = column0 + tx;
    for (int r = 0; r < kRows; r++) {
        int row = row0 + ty + r * (kTile / kRows);
        if (row < n && column <= row) c[row * n + column] = beta * c[row * n + column] + alpha * sum[r];
    }
}
