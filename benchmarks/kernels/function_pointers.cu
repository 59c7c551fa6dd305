// Shape functions called through a table of device function pointers: signed distances of a scene whose objects choose
// their function by number; sphere tracing marches along each ray.

namespace {

struct Vec {
    float x, y, z;
};

__device__ Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ Vec along(Vec origin, float t, Vec direction) {
    return {origin.x + t * direction.x, origin.y + t * direction.y, origin.z + t * direction.z};
}
__device__ float length(Vec a) { return sqrtf(a.x * a.x + a.y * a.y + a.z * a.z); }

struct Shape {
    int kind;
    Vec centre;
    float size, detail;
};

using Distance = float (*)(Vec, const Shape&);

__device__ __noinline__ float sphere(Vec p, const Shape& s) { return length(p) - s.size; }

__device__ __noinline__ float box(Vec p, const Shape& s) {
    const Vec q{fabsf(p.x) - s.size, fabsf(p.y) - s.size, fabsf(p.z) - s.size};
    const Vec outside{fmaxf(q.x, 0.0f), fmaxf(q.y, 0.0f), fmaxf(q.z, 0.0f)};
    return length(outside) + fminf(fmaxf(q.x, fmaxf(q.y, q.z)), 0.0f) - s.detail;
}

__device__ __noinline__ float torus(Vec p, const Shape& s) {
    const float ring = sqrtf(p.x * p.x + p.z * p.z) - s.size;
    return sqrtf(ring * ring + p.y * p.y) - s.detail;
}

__device__ __noinline__ float capsule(Vec p, const Shape& s) {
    const float h = fminf(fmaxf(p.y, -s.size), s.size);
    return length({p.x, p.y - h, p.z}) - s.detail;
}

__device__ Distance const kDistances[4] = {sphere, box, torus, capsule};

__device__ float scene_distance(const Shape* shapes, int count, Vec point) {
    float nearest = 1e30f;
    for (int i = 0; i < count; ++i) {
        const Shape& shape = shapes[i];
        nearest = fminf(nearest, kDistances[shape.kind](point - shape.centre, shape));
    }
    return nearest;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    function_pointers(const Shape* __restrict__ shapes, int shape_count, float* __restrict__ depths, int width,
                      int height, int max_steps) {
    const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel >= width * height) return;
    const Vec eye{0.0f, 0.0f, -3.0f};
    const float x = (pixel % width + 0.5f) / width - 0.5f, y = (pixel / width + 0.5f) / height - 0.5f;
    const float norm = rsqrtf(x * x + y * y + 1.0f);
    const Vec direction{x * norm, y * norm, norm};
    float t = 0.0f;
    for (int step = 0; step < max_steps; ++step) {
        const float distance = scene_distance(shapes, shape_count, along(eye, t, direction));
        t += distance;
        if (distance < 1e-5f || t > 10.0f) break;
    }
    depths[pixel] = fminf(t, 10.0f);
}
