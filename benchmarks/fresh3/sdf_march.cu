// Pictures of solids given by distance functions: march along a ray by the distance to the nearest solid, shade by the
// slope of the distance, add fog.

struct Vec {
    float x, y, z;
};

__device__ inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ inline Vec operator*(float s, Vec a) { return {s * a.x, s * a.y, s * a.z}; }
__device__ inline float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ inline float length(Vec a) { return sqrtf(dot(a, a)); }
__device__ inline Vec normalized(Vec a) { return (1.0f / length(a)) * a; }

enum Kind { kSphere, kBox, kTorus, kFloor };

struct Solid {
    int kind;
    Vec centre;
    Vec size;
    float shade;
};

__device__ float distance_to(const Solid& solid, Vec p) {
    Vec q = p - solid.centre;
    switch (solid.kind) {
        case kSphere:
            return length(q) - solid.size.x;
        case kBox: {
            Vec d = {fabsf(q.x) - solid.size.x, fabsf(q.y) - solid.size.y, fabsf(q.z) - solid.size.z};
            Vec outside = {fmaxf(d.x, 0.0f), fmaxf(d.y, 0.0f), fmaxf(d.z, 0.0f)};
            return length(outside) + fminf(fmaxf(d.x, fmaxf(d.y, d.z)), 0.0f);
        }
        case kTorus: {
            float ring = sqrtf(q.x * q.x + q.z * q.z) - solid.size.x;
            return sqrtf(ring * ring + q.y * q.y) - solid.size.y;
        }
        default:
            return q.y;
    }
}

__device__ float nearest(const Solid* solids, int count, Vec p, float* shade) {
    float best = 1e9f;
    for (int i = 0; i < count; i++) {
        float d = distance_to(solids[i], p);
        if (d < best) {
            best = d;
            *shade = solids[i].shade;
        }
    }
    return best;
}

__device__ Vec slope(const Solid* solids, int count, Vec p) {
    const float e = 0.01f;
    float unused;
    Vec n;
    n.x = nearest(solids, count, p + Vec{e, 0, 0}, &unused) - nearest(solids, count, p - Vec{e, 0, 0}, &unused);
    n.y = nearest(solids, count, p + Vec{0, e, 0}, &unused) - nearest(solids, count, p - Vec{0, e, 0}, &unused);
    n.z = nearest(solids, count, p + Vec{0, 0, e}, &unused) - nearest(solids, count, p - Vec{0, 0, e}, &unused);
    return normalized(n);
}

extern "C" __global__ void sdf_march(const Solid* scene, int solids, int width, int height, Vec eye, Vec light,
                                     float* picture) {
    __shared__ Solid local[16];
    int thread = threadIdx.y * blockDim.x + threadIdx.x;
    if (thread < solids) local[thread] = scene[thread];
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    Vec ray = normalized(Vec{(x + 0.5f) / width * 2 - 1, 1 - (y + 0.5f) / height * 2, 1.5f});
    float travelled = 0.0f, shade = 0.0f;
    bool is_hit = false;
    for (int step = 0; step < 64 && travelled < 20.0f; step++) {
        float d = nearest(local, solids, eye + travelled * ray, &shade);
        if (d < 0.002f) {
            is_hit = true;
            break;
        }
        travelled += d;
    }
    float colour = 0.8f;
    if (is_hit) {
        Vec p = eye + travelled * ray;
        Vec n = slope(local, solids, p);
        float lit = fmaxf(dot(n, normalized(light - p)), 0.0f);
        float fog = expf(-0.08f * travelled);
        colour = (0.1f + 0.9f * lit) * shade * fog + 0.8f * (1.0f - fog);
    }
    picture[y * width + x] = colour;
}
