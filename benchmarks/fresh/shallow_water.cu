// One step of the shallow-water equations on a 2D grid: a Rusanov flux through each of a cell's four faces, walls at
// the border, bottom friction.

struct Fields {
    float *h, *hu, *hv;
};

struct State {
    float h, hu, hv;
};

struct Grid {
    int nx, ny;
    float dt_over_dx;
    float gravity, friction;
};

__device__ State load_cell(const Fields& f, const Grid& g, int x, int y) {
    // A wall mirrors the cell in front of it: same depth, the velocity across the wall turned round.
    bool flip_u = false, flip_v = false;
    if (x < 0) { x = 0; flip_u = true; }
    if (x >= g.nx) { x = g.nx - 1; flip_u = true; }
    if (y < 0) { y = 0; flip_v = true; }
    if (y >= g.ny) { y = g.ny - 1; flip_v = true; }
    int i = y * g.nx + x;
    State s;
    s.h = f.h[i];
    s.hu = flip_u ? -f.hu[i] : f.hu[i];
    s.hv = flip_v ? -f.hv[i] : f.hv[i];
    return s;
}

__device__ State flux_x(State a, State b, float gravity) {
    float ua = a.hu / a.h, ub = b.hu / b.h;
    float speed = fmaxf(fabsf(ua) + sqrtf(gravity * a.h), fabsf(ub) + sqrtf(gravity * b.h));
    State f;
    f.h = 0.5f * (a.hu + b.hu) - 0.5f * speed * (b.h - a.h);
    f.hu = 0.5f * (a.hu * ua + 0.5f * gravity * a.h * a.h + b.hu * ub + 0.5f * gravity * b.h * b.h) -
           0.5f * speed * (b.hu - a.hu);
    f.hv = 0.5f * (a.hv * ua + b.hv * ub) - 0.5f * speed * (b.hv - a.hv);
    return f;
}

__device__ State swap_axes(State s) {
    State r = {s.h, s.hv, s.hu};
    return r;
}

extern "C" __global__ void shallow_water(Fields now, float* next_h, float* next_hu, float* next_hv, Grid g) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= g.nx || y >= g.ny) return;

    State mid = load_cell(now, g, x, y);
    State west = flux_x(load_cell(now, g, x - 1, y), mid, g.gravity);
    State east = flux_x(mid, load_cell(now, g, x + 1, y), g.gravity);
    State south = swap_axes(flux_x(swap_axes(load_cell(now, g, x, y - 1)), swap_axes(mid), g.gravity));
    State north = swap_axes(flux_x(swap_axes(mid), swap_axes(load_cell(now, g, x, y + 1)), g.gravity));

    float h = mid.h - g.dt_over_dx * (east.h - west.h + north.h - south.h);
    float hu = mid.hu - g.dt_over_dx * (east.hu - west.hu + north.hu - south.hu);
    float hv = mid.hv - g.dt_over_dx * (east.hv - west.hv + north.hv - south.hv);
    float drag = 1.0f / (1.0f + g.friction * sqrtf(hu * hu + hv * hv) / h);

    int i = y * g.nx + x;
    next_h[i] = h;
    next_hu[i] = hu * drag;
    next_hv[i] = hv * drag;
}
