// The numbers in log lines, found by an automaton: bytes to classes, classes and states to states, the longest match
// from each place, then on behind it. A line a thread.

struct Automaton {
    const unsigned char* class_of;     // of 256 bytes
    const unsigned char* transitions;  // states by classes
    unsigned accepting;                // a bit a state
    int classes;
    int dead;
};

__device__ int longest_match(const Automaton& automaton, const unsigned char* classes, const unsigned char* text,
                             int from, int end) {
    int state = 0, length = 0;
    for (int at = from; at < end; at++) {
        state = automaton.transitions[state * automaton.classes + classes[text[at]]];
        if (state == automaton.dead) break;
        if (automaton.accepting >> state & 1) length = at - from + 1;
    }
    return length;
}

extern "C" __global__ void regex_dfa(Automaton automaton, const unsigned char* text, const int* line_ends, int lines,
                                     int* matches, int* covered) {
    __shared__ unsigned char classes[256];
    for (int c = threadIdx.x; c < 256; c += blockDim.x) classes[c] = automaton.class_of[c];
    __syncthreads();
    int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines) return;
    int at = line == 0 ? 0 : line_ends[line - 1];
    int end = line_ends[line];
    int found = 0, total = 0;
    while (at < end) {
        int length = longest_match(automaton, classes, text, at, end);
        if (length == 0) {
            at++;
            continue;
        }
        found++;
        total += length;
        at += length;
    }
    matches[line] = found;
    covered[line] = total;
}
