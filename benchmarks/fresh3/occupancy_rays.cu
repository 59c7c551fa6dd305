// A scanner's beams drawn into a map: cells on the way become a little more free, the cell at the end more occupied.
// Beams that reach the limit free their way only.

struct Map {
    int width, height;
    float cell;
    float origin_x, origin_y;
};

struct Pose {
    float x, y, heading;
};

__device__ bool cell_of(const Map& map, float x, float y, int* cx, int* cy) {
    *cx = (int)floorf((x - map.origin_x) / map.cell);
    *cy = (int)floorf((y - map.origin_y) / map.cell);
    return *cx >= 0 && *cx < map.width && *cy >= 0 && *cy < map.height;
}

extern "C" __global__ void occupancy_rays(const Pose* poses, const unsigned short* ranges, int scans, int beams,
                                          float first_angle, float angle_step, float longest, Map map, int* evidence) {
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= scans * beams) return;
    int scan = index / beams, beam = index - scan * beams;
    Pose pose = poses[scan];
    float range = ranges[index] * 0.001f;
    if (range < 0.05f) return;
    bool is_hit = range < longest;
    if (!is_hit) range = longest;

    float s, c;
    sincosf(pose.heading + first_angle + beam * angle_step, &s, &c);
    int x0, y0, x1, y1;
    if (!cell_of(map, pose.x, pose.y, &x0, &y0)) return;
    bool ends_inside = cell_of(map, pose.x + range * c, pose.y + range * s, &x1, &y1);

    int dx = abs(x1 - x0), dy = -abs(y1 - y0);
    int step_x = x0 < x1 ? 1 : -1, step_y = y0 < y1 ? 1 : -1;
    int error = dx + dy;
    while (x0 != x1 || y0 != y1) {
        if (x0 < 0 || x0 >= map.width || y0 < 0 || y0 >= map.height) return;
        atomicAdd(&evidence[y0 * map.width + x0], -2);
        int twice = 2 * error;
        if (twice >= dy) {
            error += dy;
            x0 += step_x;
        }
        if (twice <= dx) {
            error += dx;
            y0 += step_y;
        }
    }
    if (ends_inside && is_hit) atomicAdd(&evidence[y1 * map.width + x1], 9);
}
