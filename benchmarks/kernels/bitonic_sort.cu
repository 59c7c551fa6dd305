// Sorts runs of 1024 key/value pairs by (key, value) in shared memory with a bitonic network, two pairs per thread.

namespace {

constexpr unsigned kRun = 1024;

struct Pair {
    unsigned key;
    unsigned value;

    __device__ bool operator>(const Pair& other) const {
        return key > other.key || (key == other.key && value > other.value);
    }
};

template <typename T>
__device__ __forceinline__ void exchange(T& a, T& b) {
    T kept = a;
    a = b;
    b = kept;
}

__device__ __forceinline__ void compare_exchange(Pair* pairs, unsigned low, unsigned distance, bool is_ascending) {
    Pair a = pairs[low], b = pairs[low + distance];
    if ((a > b) == is_ascending) {
        exchange(a, b);
        pairs[low] = a;
        pairs[low + distance] = b;
    }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kRun / 2) bitonic_sort(unsigned* keys, unsigned* values) {
    __shared__ Pair pairs[kRun];

    const unsigned first = blockIdx.x * kRun, thread = threadIdx.x;
    pairs[thread] = {keys[first + thread], values[first + thread]};
    pairs[thread + kRun / 2] = {keys[first + thread + kRun / 2], values[first + thread + kRun / 2]};

    for (unsigned size = 2; size <= kRun; size <<= 1) {
        const bool is_ascending = size == kRun || (thread & (size / 2)) == 0;
        for (unsigned distance = size / 2; distance > 0; distance >>= 1) {
            __syncthreads();
            compare_exchange(pairs, 2 * thread - (thread & (distance - 1)), distance, is_ascending);
        }
    }
    __syncthreads();

    for (unsigned i = thread; i < kRun; i += kRun / 2) {
        keys[first + i] = pairs[i].key;
        values[first + i] = pairs[i].value;
    }
}
