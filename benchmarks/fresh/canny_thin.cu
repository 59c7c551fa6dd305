// Edges of a grey image: Sobel gradients from a shared tile with halo, then only the ridge along the gradient stays.

const int kWidth = 32, kHeight = 8;

extern "C" __global__ void canny_thin(const unsigned char* image, unsigned char* edges, int width, int height,
                                      int low, int high) {
    __shared__ unsigned char pixels[kHeight + 4][kWidth + 4];
    __shared__ short magnitude[kHeight + 2][kWidth + 2];
    int x0 = blockIdx.x * kWidth, y0 = blockIdx.y * kHeight;
    int thread = threadIdx.y * kWidth + threadIdx.x;
    for (int i = thread; i < (kHeight + 4) * (kWidth + 4); i += kWidth * kHeight) {
        int ly = i / (kWidth + 4), lx = i % (kWidth + 4);
        int gx = min(max(x0 + lx - 2, 0), width - 1), gy = min(max(y0 + ly - 2, 0), height - 1);
        pixels[ly][lx] = image[gy * width + gx];
    }
    __syncthreads();
    int dx = 0, dy = 0;
    for (int i = thread; i < (kHeight + 2) * (kWidth + 2); i += kWidth * kHeight) {
        int ly = i / (kWidth + 2), lx = i % (kWidth + 2);
        const unsigned char *a = &pixels[ly][lx], *b = &pixels[ly + 1][lx], *c = &pixels[ly + 2][lx];
        int gx = a[2] + 2 * b[2] + c[2] - a[0] - 2 * b[0] - c[0];
        int gy = c[0] + 2 * c[1] + c[2] - a[0] - 2 * a[1] - a[2];
        magnitude[ly][lx] = abs(gx) + abs(gy);
    }
    {
        int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
        const unsigned char *a = &pixels[ly][lx], *b = &pixels[ly + 1][lx], *c = &pixels[ly + 2][lx];
        dx = a[2] + 2 * b[2] + c[2] - a[0] - 2 * b[0] - c[0];
        dy = c[0] + 2 * c[1] + c[2] - a[0] - 2 * a[1] - a[2];
    }
    __syncthreads();
    int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x >= width || y >= height) return;
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    int m = magnitude[ly][lx];
    int sx, sy;
    if (2 * abs(dy) < abs(dx)) {
        sx = 1;
        sy = 0;
    } else if (2 * abs(dx) < abs(dy)) {
        sx = 0;
        sy = 1;
    } else {
        sx = 1;
        sy = (dx > 0) == (dy > 0) ? 1 : -1;
    }
    unsigned char result = 0;
    if (m >= low && m > magnitude[ly - sy][lx - sx] && m >= magnitude[ly + sy][lx + sx]) result = m >= high ? 255 : 128;
    edges[y * width + x] = result;
}
