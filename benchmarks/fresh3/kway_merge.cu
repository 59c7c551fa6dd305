// Merges eight sorted runs a thread with a binary heap of (key, run) in local memory.

template <typename Item, int kCapacity>
class MinHeap {
  public:
    __device__ MinHeap() : size_(0) {}
    __device__ bool empty() const { return size_ == 0; }
    __device__ const Item& top() const { return items_[0]; }
    __device__ void push(const Item& item) {
        int at = size_++;
        while (at > 0) {
            int parent = (at - 1) / 2;
            if (!(item < items_[parent])) break;
            items_[at] = items_[parent];
            at = parent;
        }
        items_[at] = item;
    }
    __device__ void replace_top(const Item& item) { sift_down(item); }
    __device__ void pop() {
        Item last = items_[--size_];
        if (size_ > 0) sift_down(last);
    }

  private:
    __device__ void sift_down(const Item& item) {
        int at = 0;
        for (;;) {
            int child = 2 * at + 1;
            if (child >= size_) break;
            if (child + 1 < size_ && items_[child + 1] < items_[child]) child++;
            if (!(items_[child] < item)) break;
            items_[at] = items_[child];
            at = child;
        }
        items_[at] = item;
    }
    Item items_[kCapacity];
    int size_;
};

struct Head {
    int key;
    short run;
    short next;
    __device__ bool operator<(const Head& other) const {
        return key < other.key || (key == other.key && run < other.run);
    }
};

extern "C" __global__ void kway_merge(const int* runs, const short* lengths, int groups, int run_length, int* merged,
                                      unsigned char* sources) {
    const int kRuns = 8;
    int group = blockIdx.x * blockDim.x + threadIdx.x;
    if (group >= groups) return;
    const int* mine = runs + (long long)group * kRuns * run_length;
    const short* my_lengths = lengths + group * kRuns;
    int* out = merged + (long long)group * kRuns * run_length;
    unsigned char* from = sources + (long long)group * kRuns * run_length;
    MinHeap<Head, kRuns> heap;
    for (short r = 0; r < kRuns; r++)
        if (my_lengths[r] > 0) heap.push(Head{mine[r * run_length], r, 1});
    int written = 0;
    while (!heap.empty()) {
        Head head = heap.top();
        out[written] = head.key;
        from[written++] = (unsigned char)head.run;
        if (head.next < my_lengths[head.run])
            heap.replace_top(Head{mine[head.run * run_length + head.next], head.run, (short)(head.next + 1)});
        else
            heap.pop();
    }
}
