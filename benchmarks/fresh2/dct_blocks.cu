// Forward DCT of 8x8 blocks with quantisation, eight threads a block: rows in registers, columns through shared
// memory.

#define C(k) kCosines[k]

__constant__ float kCosines[8] = {0.35355339f, 0.49039264f, 0.46193977f, 0.41573481f,
                                  0.35355339f, 0.27778512f, 0.19134172f, 0.09754516f};

__device__ void dct8(float (&v)[8]) {
    float s07 = v[0] + v[7], d07 = v[0] - v[7], s16 = v[1] + v[6], d16 = v[1] - v[6];
    float s25 = v[2] + v[5], d25 = v[2] - v[5], s34 = v[3] + v[4], d34 = v[3] - v[4];
    float e0 = s07 + s34, e1 = s16 + s25, e2 = s07 - s34, e3 = s16 - s25;
    v[0] = (e0 + e1) * C(4);
    v[4] = (e0 - e1) * C(4);
    v[2] = e2 * C(2) + e3 * C(6);
    v[6] = e2 * C(6) - e3 * C(2);
    v[1] = d07 * C(1) + d16 * C(3) + d25 * C(5) + d34 * C(7);
    v[3] = d07 * C(3) - d16 * C(7) - d25 * C(1) - d34 * C(5);
    v[5] = d07 * C(5) - d16 * C(1) + d25 * C(7) + d34 * C(3);
    v[7] = d07 * C(7) - d16 * C(5) + d25 * C(3) - d34 * C(1);
}

extern "C" __global__ void dct_blocks(const unsigned char* image, int pitch, int blocks_x, int blocks_y,
                                      const unsigned char* quantiser, short* coefficients) {
    __shared__ float tile[32][8][9];
    int line = threadIdx.x, slot = threadIdx.y;
    int block = blockIdx.x * blockDim.y + slot;
    bool is_used = block < blocks_x * blocks_y;
    int bx = block % blocks_x, by = block / blocks_x;
    float v[8];
    if (is_used) {
        const unsigned char* from = image + (size_t)(by * 8 + line) * pitch + bx * 8;
        for (int i = 0; i < 8; i++) v[i] = from[i] - 128.0f;
        dct8(v);
        for (int i = 0; i < 8; i++) tile[slot][line][i] = v[i];
    }
    __syncthreads();
    if (!is_used) return;
    for (int i = 0; i < 8; i++) v[i] = tile[slot][i][line];
    dct8(v);
    for (int i = 0; i < 8; i++)
        coefficients[(size_t)block * 64 + i * 8 + line] = (short)rintf(v[i] / quantiser[i * 8 + line]);
}
