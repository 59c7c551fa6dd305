// A generic transform-and-reduce built from functors that carry state and come as a struct argument: zips three arrays,
// composes functors, filters, reduces with a custom operator. Everything must be inlined to be fast.

namespace {

template <typename F, typename G>
struct Composed {
    F outer;
    G inner;

    template <typename... Args>
    __device__ auto operator()(Args... args) const {
        return outer(inner(args...));
    }
};

struct Affine {
    float scale, offset;

    __device__ float operator()(float x) const { return scale * x + offset; }
};

struct Blend {
    float weight[3];

    __device__ float operator()(float a, float b, float c) const {
        return weight[0] * a + weight[1] * b + weight[2] * c;
    }
};

struct Logistic {
    float steepness;

    __device__ float operator()(float x) const { return 1.0f / (1.0f + expf(-steepness * x)); }
};

struct Between {
    float low, high;

    __device__ bool operator()(float x) const { return x >= low && x < high; }
};

struct Statistics {
    double sum, squares;
    int count;

    static __device__ Statistics of(float x) { return {x, static_cast<double>(x) * x, 1}; }
};

struct Merge {
    __device__ Statistics operator()(const Statistics& a, const Statistics& b) const {
        return {a.sum + b.sum, a.squares + b.squares, a.count + b.count};
    }
};

template <typename Transform, typename Filter>
struct Pipeline {
    Transform transform;
    Filter filter;
    int count;
};

using Plan = Pipeline<Composed<Logistic, Composed<Affine, Blend>>, Between>;

template <typename T, typename Operator>
__device__ T reduce_block(T value, T* scratch, Operator op) {
    scratch[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) scratch[threadIdx.x] = op(scratch[threadIdx.x], scratch[threadIdx.x + half]);
        __syncthreads();
    }
    return scratch[0];
}

template <typename PlanType, typename Visit>
__device__ void for_each_index(const PlanType& plan, Visit visit) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < plan.count; i += gridDim.x * blockDim.x) visit(i);
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    functor_transform(Plan plan, const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ c,
                      float* __restrict__ mapped, double* __restrict__ sums, double* __restrict__ squares,
                      int* __restrict__ counts) {
    __shared__ Statistics scratch[256];
    Statistics mine{0.0, 0.0, 0};
    for_each_index(plan, [&](int i) {
        const float value = plan.transform(a[i], b[i], c[i]);
        mapped[i] = value;
        if (plan.filter(value)) mine = Merge{}(mine, Statistics::of(value));
    });
    const Statistics all = reduce_block(mine, scratch, Merge{});
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = all.sum;
        squares[blockIdx.x] = all.squares;
        counts[blockIdx.x] = all.count;
    }
}
