// A memory arena behind plain pointers: linked nodes live in shared, local or global memory, and only the data decides
// which. Helpers take generic pointers and are not inlined, so address spaces stay unknown inside them.

namespace {

constexpr int kThreads = 128;
constexpr int kLocal = 8;

struct Node {
    float value;
    int kind;
    Node* next;
};

struct Cursor {
    const Node* at;

    __device__ bool has_more() const { return at != nullptr; }
    __device__ float take() {
        const float value = at->value;
        at = at->next;
        return value;
    }
};

__device__ Node* choose(Node* in_shared, Node* in_local, Node* in_global, int kind) {
    return kind == 0 ? in_shared : kind == 1 ? in_local : in_global;
}

__device__ __noinline__ void link(Node* node, float value, int kind, Node* next) {
    node->value = value;
    node->kind = kind;
    node->next = next;
}

__device__ __noinline__ float sum_list(const Node* head, float decay) {
    float sum = 0.0f, weight = 1.0f;
    for (Cursor cursor{head}; cursor.has_more(); weight *= decay) sum += weight * cursor.take();
    return sum;
}

__device__ __noinline__ int count_kind(const Node* head, int kind) {
    int count = 0;
    for (const Node* node = head; node != nullptr; node = node->next) count += node->kind == kind;
    return count;
}

template <typename T>
__device__ __noinline__ void exchange(T* a, T* b) {
    const T kept = *a;
    *a = *b;
    *b = kept;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads)
    generic_pointers(const float* __restrict__ values, const unsigned char* __restrict__ kinds, Node* global_nodes,
                     float* __restrict__ sums, int* __restrict__ shared_counts, int count, int length) {
    __shared__ Node shared_nodes[kThreads * 2];
    const int thread = blockIdx.x * kThreads + threadIdx.x;
    if (thread >= count) return;
    Node local_nodes[kLocal];
    int used[3] = {0, 0, 0};
    const int limits[3] = {2, kLocal, 1 << 30};

    Node* head = nullptr;
    for (int i = 0; i < length; ++i) {
        int kind = kinds[static_cast<size_t>(i) * count + thread];
        if (used[kind] >= limits[kind]) kind = 2;
        const int slot = used[kind]++;
        Node* node = choose(shared_nodes + 2 * threadIdx.x + (kind == 0 ? slot : 0),
                            local_nodes + (kind == 1 ? slot : 0),
                            global_nodes + static_cast<size_t>(thread) * length + (kind == 2 ? slot : 0), kind);
        link(node, values[static_cast<size_t>(i) * count + thread], kind, head);
        head = node;
    }
    // Swap the first two values of the list, wherever they live.
    if (head != nullptr && head->next != nullptr) exchange(&head->value, &head->next->value);
    sums[thread] = sum_list(head, 0.75f);
    shared_counts[thread] = count_kind(head, 0) + 100 * count_kind(head, 1);
}
