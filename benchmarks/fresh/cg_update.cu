// The vector part of a conjugate-gradient step, fused: x and r move along the direction, the new residual is scaled by
// the diagonal, and both scalar products of the next step are summed. In double.

struct Sums {
    double rz, rr;
};

__device__ Sums warp_sum(Sums s) {
    for (int offset = 16; offset > 0; offset /= 2) {
        s.rz += __shfl_down_sync(0xffffffff, s.rz, offset);
        s.rr += __shfl_down_sync(0xffffffff, s.rr, offset);
    }
    return s;
}

extern "C" __global__ void cg_update(double* x, double* r, double* z, const double* p, const double* ap,
                                     const double* diagonal, const double* scalars, double* next, int n) {
    double alpha = scalars[0] / scalars[1];
    Sums mine = {0.0, 0.0};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        x[i] += alpha * p[i];
        double residual = r[i] - alpha * ap[i];
        double scaled = residual / diagonal[i];
        r[i] = residual;
        z[i] = scaled;
        mine.rz += residual * scaled;
        mine.rr += residual * residual;
    }
    __shared__ Sums parts[8];
    mine = warp_sum(mine);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        Sums total = parts[0];
        for (int w = 1; w < blockDim.x / 32; w++) {
            total.rz += parts[w].rz;
            total.rr += parts[w].rr;
        }
        atomicAdd(&next[0], total.rz);
        atomicAdd(&next[1], total.rr);
    }
}
