// Narrow phase of a collision check: pairs of oriented boxes, separating axes first found first out.

struct Box {
    float x, y;
    float half_width, half_height;
    float angle;
};

__device__ void corners_of(const Box& box, float (&cx)[4], float (&cy)[4]) {
    float s, c;
    sincosf(box.angle, &s, &c);
    for (int k = 0; k < 4; k++) {
        float u = (k == 0 || k == 3) ? -box.half_width : box.half_width;
        float v = k < 2 ? -box.half_height : box.half_height;
        cx[k] = box.x + u * c - v * s;
        cy[k] = box.y + u * s + v * c;
    }
}

__device__ bool is_separated(const float (&ax)[4], const float (&ay)[4], const float (&bx)[4], const float (&by)[4]) {
    for (int edge = 0; edge < 2; edge++) {
        float nx = ay[edge + 1] - ay[edge], ny = ax[edge] - ax[edge + 1];
        float low_a = 1e30f, high_a = -1e30f, low_b = 1e30f, high_b = -1e30f;
        for (int k = 0; k < 4; k++) {
            float da = ax[k] * nx + ay[k] * ny, db = bx[k] * nx + by[k] * ny;
            low_a = fminf(low_a, da), high_a = fmaxf(high_a, da);
            low_b = fminf(low_b, db), high_b = fmaxf(high_b, db);
        }
        if (high_a < low_b || high_b < low_a) return true;
    }
    return false;
}

extern "C" __global__ void box_overlap(const Box* boxes, const int2* pairs, int count, char* overlaps, int* total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool hit = false;
    if (i < count) {
        Box a = boxes[pairs[i].x], b = boxes[pairs[i].y];
        float ax[4], ay[4], bx[4], by[4];
        corners_of(a, ax, ay);
        corners_of(b, bx, by);
        hit = !is_separated(ax, ay, bx, by) && !is_separated(bx, by, ax, ay);
        overlaps[i] = hit;
    }
    int hits = __syncthreads_count(hit);
    if (threadIdx.x == 0 && hits > 0) atomicAdd(total, hits);
}
