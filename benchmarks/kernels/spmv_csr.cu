// y = A x for a sparse matrix in CSR form, a group of lanes per row; row lengths differ widely.

namespace {

template <int kLanes>
__device__ __forceinline__ double sum_lanes(double value) {
#pragma unroll
    for (int flip = kLanes / 2; flip > 0; flip /= 2) value += __shfl_xor_sync(0xffffffffu, value, flip, kLanes);
    return value;
}

template <int kLanes>
__device__ double row_product(const int* __restrict__ columns, const double* __restrict__ values,
                              const double* __restrict__ x, int begin, int end, int lane) {
    double sum = 0.0;
    for (int i = begin + lane; i < end; i += kLanes) sum += __ldg(values + i) * __ldg(x + __ldg(columns + i));
    return sum_lanes<kLanes>(sum);
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    spmv_csr(const int* __restrict__ row_starts, const int* __restrict__ columns, const double* __restrict__ values,
             const double* __restrict__ x, double* __restrict__ y, int rows) {
    constexpr int kLanes = 8;
    const int lane = threadIdx.x % kLanes;
    const int groups = gridDim.x * (blockDim.x / kLanes);
    // All groups of a warp go round the loop equally often, so that the shuffles see every lane.
    const int rounds = (rows + groups - 1) / groups;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes;
    for (int round = 0; round < rounds; ++round, row += groups) {
        const bool has_row = row < rows;
        const int begin = has_row ? row_starts[row] : 0, end = has_row ? row_starts[row + 1] : 0;
        const double sum = row_product<kLanes>(columns, values, x, begin, end, lane);
        if (has_row && lane == 0) y[row] = sum;
    }
}
