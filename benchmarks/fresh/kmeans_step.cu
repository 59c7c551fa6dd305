// One k-means iteration: every point goes to its nearest centre, and the sums for the new centres build up per block in
// shared memory.

template <int kDims, int kCentres>
__device__ int nearest(const float (&point)[kDims], const float* centres, float& best) {
    int which = 0;
    best = 1e30f;
    for (int c = 0; c < kCentres; c++) {
        float d2 = 0.0f;
        for (int d = 0; d < kDims; d++) {
            float diff = point[d] - centres[c * kDims + d];
            d2 += diff * diff;
        }
        if (d2 < best) {
            best = d2;
            which = c;
        }
    }
    return which;
}

extern "C" __global__ void kmeans_step(const float* points, const float* centres, int* labels, float* sums,
                                       int* counts, int n) {
    const int dims = 4, k = 24;
    __shared__ float shared_centres[k * dims];
    __shared__ float shared_sums[k * dims];
    __shared__ int shared_counts[k];
    for (int i = threadIdx.x; i < k * dims; i += blockDim.x) {
        shared_centres[i] = centres[i];
        shared_sums[i] = 0.0f;
    }
    if (threadIdx.x < k) shared_counts[threadIdx.x] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float point[dims];
        for (int d = 0; d < dims; d++) point[d] = points[d * n + i];
        float distance;
        int label = nearest<dims, k>(point, shared_centres, distance);
        labels[i] = label;
        for (int d = 0; d < dims; d++) atomicAdd(&shared_sums[label * dims + d], point[d]);
        atomicAdd(&shared_counts[label], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < k * dims; i += blockDim.x) atomicAdd(&sums[i], shared_sums[i]);
    if (threadIdx.x < k) atomicAdd(&counts[threadIdx.x], shared_counts[threadIdx.x]);
}
