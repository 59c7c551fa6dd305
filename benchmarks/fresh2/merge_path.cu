// Merges two sorted lists of keys with their values: every thread finds where its part begins by a search along the
// diagonal, then merges a few one by one.

template <typename Key>
__device__ int split_at(const Key* a, int a_count, const Key* b, int b_count, int diagonal) {
    int low = max(0, diagonal - b_count), high = min(diagonal, a_count);
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

extern "C" __global__ void merge_path(const int* a, const int* a_values, int a_count, const int* b, const int* b_values,
                                      int b_count, int* keys, int* values, int per_thread) {
    int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
    int total = a_count + b_count;
    if (diagonal >= total) return;
    int i = split_at(a, a_count, b, b_count, diagonal);
    int j = diagonal - i;
    for (int k = 0; k < per_thread && diagonal + k < total; k++) {
        bool take_a = j >= b_count || (i < a_count && a[i] <= b[j]);
        keys[diagonal + k] = take_a ? a[i] : b[j];
        values[diagonal + k] = take_a ? a_values[i] : b_values[j];
        if (take_a)
            i++;
        else
            j++;
    }
}
