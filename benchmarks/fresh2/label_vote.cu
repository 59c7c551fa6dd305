// A round of label propagation: every node takes the label that most of its neighbours have, the smallest of equals;
// a node's votes are counted in a small table of its own.

const int kSlots = 16;

extern "C" __global__ void label_vote(const int* row_start, const int* neighbours, const int* labels, int nodes,
                                      int* next_labels, int* changed) {
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes) return;
    int seen[kSlots], votes[kSlots];
    int used = 0;
    for (int i = row_start[node]; i < row_start[node + 1]; i++) {
        int label = labels[neighbours[i]];
        int slot = 0;
        while (slot < used && seen[slot] != label) slot++;
        if (slot < used) {
            votes[slot]++;
        } else if (used < kSlots) {
            seen[used] = label;
            votes[used] = 1;
            used++;
        }
    }
    int best = labels[node], most = 0;
    for (int slot = 0; slot < used; slot++) {
        if (votes[slot] > most || (votes[slot] == most && seen[slot] < best)) {
            most = votes[slot];
            best = seen[slot];
        }
    }
    next_labels[node] = best;
    if (best != labels[node]) atomicAdd(changed, 1);
}
