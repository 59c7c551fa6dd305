// A join of two sorted tables: every thread takes a few rows of the left one, finds its place in the right one once,
// and walks on from there. For every left row: how many partners, their weighted sum, and the newest of them.

struct Row {
    int key;
    int amount;
    short discount;
    short day;
};

extern "C" __global__ void merge_join(const Row* left, int left_rows, const Row* right, int right_rows, int per_thread,
                                      int* partners, long long* sums, short* newest) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
    if (first >= left_rows) return;
    int last = min(first + per_thread, left_rows);

    int low = 0, high = right_rows;
    int key = left[first].key;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (right[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    int place = low;
    for (int i = first; i < last; i++) {
        Row mine = left[i];
        while (place < right_rows && right[place].key < mine.key) place++;
        int count = 0;
        long long sum = 0;
        short day = -1;
        for (int j = place; j < right_rows; j++) {
            Row other = right[j];
            if (other.key != mine.key) break;
            count++;
            sum += (long long)mine.amount * other.amount * (100 - other.discount) / 100;
            if (other.day > day && other.day <= mine.day) day = other.day;
        }
        partners[i] = count;
        sums[i] = sum;
        newest[i] = day;
    }
}
