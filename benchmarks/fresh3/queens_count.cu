// Solutions of the problem of n queens below every choice of the first four rows; a stack of masks, no recursion.

extern "C" __global__ void queens_count(int n, int prefixes, unsigned* below, unsigned long long* total) {
    int prefix = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned found = 0;
    if (prefix < prefixes) {
        const unsigned all = (1u << n) - 1;
        unsigned columns = 0, rising = 0, falling = 0;
        int rest = prefix;
        bool is_possible = true;
        for (int row = 0; row < 4; row++) {
            unsigned queen = 1u << (rest % n);
            rest /= n;
            if ((columns | rising | falling) & queen) {
                is_possible = false;
                break;
            }
            columns |= queen;
            rising = (rising | queen) << 1;
            falling = (falling | queen) >> 1;
        }
        if (is_possible) {
            unsigned stack_columns[16], stack_rising[16], stack_falling[16], stack_free[16];
            int depth = 0;
            stack_columns[0] = columns;
            stack_rising[0] = rising;
            stack_falling[0] = falling;
            stack_free[0] = all & ~(columns | rising | falling);
            while (depth >= 0) {
                unsigned free = stack_free[depth];
                if (free == 0) {
                    if (stack_columns[depth] == all) found++;
                    depth--;
                    continue;
                }
                unsigned queen = free & -free;
                stack_free[depth] = free ^ queen;
                unsigned c = stack_columns[depth] | queen;
                unsigned r = (stack_rising[depth] | queen) << 1;
                unsigned f = (stack_falling[depth] | queen) >> 1;
                depth++;
                stack_columns[depth] = c;
                stack_rising[depth] = r;
                stack_falling[depth] = f;
                stack_free[depth] = all & ~(c | r | f);
            }
        }
        below[prefix] = found;
    }
    unsigned sum = found;
    for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(0xffffffffu, sum, delta);
    if (threadIdx.x % 32 == 0 && sum > 0) atomicAdd(total, (unsigned long long)sum);
}
