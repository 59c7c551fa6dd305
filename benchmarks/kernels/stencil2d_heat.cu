// One explicit step of the heat equation with a conductivity that varies in space: five points, shared tile with halo.

namespace {

constexpr int kTileX = 32, kTileY = 8;

struct Grid {
    int nx, ny;

    __device__ int index(int x, int y) const { return y * nx + x; }
    __device__ int clamped(int x, int y) const {
        return index(min(max(x, 0), nx - 1), min(max(y, 0), ny - 1));
    }
};

// Conductivity of the face between two cells: their harmonic mean.
__device__ __forceinline__ float face(float left, float right) { return 2.0f * left * right / (left + right); }

}  // namespace

extern "C" __global__ void stencil2d_heat(const float* __restrict__ heat, const float* __restrict__ conductivity,
                                          float* __restrict__ next, int nx, int ny, float rate) {
    __shared__ float tile[kTileY + 2][kTileX + 2];
    __shared__ float conduct[kTileY + 2][kTileX + 2];

    const Grid grid{nx, ny};
    const int x0 = blockIdx.x * kTileX - 1, y0 = blockIdx.y * kTileY - 1;
    const int thread = threadIdx.y * kTileX + threadIdx.x;
    for (int i = thread; i < (kTileX + 2) * (kTileY + 2); i += kTileX * kTileY) {
        int ty = i / (kTileX + 2), tx = i % (kTileX + 2);
        int from = grid.clamped(x0 + tx, y0 + ty);
        tile[ty][tx] = heat[from];
        conduct[ty][tx] = conductivity[from];
    }
    __syncthreads();

    const int x = blockIdx.x * kTileX + threadIdx.x, y = blockIdx.y * kTileY + threadIdx.y;
    if (x >= nx || y >= ny) return;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const float here = tile[ty][tx], mine = conduct[ty][tx];
    float flow = face(mine, conduct[ty][tx - 1]) * (tile[ty][tx - 1] - here);
    flow += face(mine, conduct[ty][tx + 1]) * (tile[ty][tx + 1] - here);
    flow += face(mine, conduct[ty - 1][tx]) * (tile[ty - 1][tx] - here);
    flow += face(mine, conduct[ty + 1][tx]) * (tile[ty + 1][tx] - here);
    next[grid.index(x, y)] = here + rate * flow;
}
