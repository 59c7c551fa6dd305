// Nearest hit of each ray among all triangles (Moeller-Trumbore), triangles passing through shared memory.

namespace {

constexpr int kThreads = 128;
constexpr float kFar = 1e30f;

struct Vec {
    float x, y, z;
};

__device__ __forceinline__ Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ __forceinline__ float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ __forceinline__ Vec cross(Vec a, Vec b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct Triangle {
    Vec corner, edge1, edge2;
};

struct Ray {
    Vec origin, direction;
};

struct Hit {
    float distance, u, v;
    int triangle;
};

__device__ __forceinline__ void intersect(const Ray& ray, const Triangle& triangle, int number, Hit& hit) {
    const Vec p = cross(ray.direction, triangle.edge2);
    const float determinant = dot(triangle.edge1, p);
    if (fabsf(determinant) < 1e-9f) return;
    const float inverse = 1.0f / determinant;
    const Vec from = ray.origin - triangle.corner;
    const float u = dot(from, p) * inverse;
    if (u < 0.0f || u > 1.0f) return;
    const Vec q = cross(from, triangle.edge1);
    const float v = dot(ray.direction, q) * inverse;
    if (v < 0.0f || u + v > 1.0f) return;
    const float distance = dot(triangle.edge2, q) * inverse;
    if (distance > 1e-4f && distance < hit.distance) hit = {distance, u, v, number};
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads)
    ray_triangle(const Ray* __restrict__ rays, const Triangle* __restrict__ triangles, int* __restrict__ hits,
                 float* __restrict__ distances, int ray_count, int triangle_count) {
    __shared__ Triangle tile[kThreads];
    const int at = blockIdx.x * kThreads + threadIdx.x;
    const Ray ray = rays[min(at, ray_count - 1)];
    Hit hit{kFar, 0.0f, 0.0f, -1};
    for (int first = 0; first < triangle_count; first += kThreads) {
        const int here = min(kThreads, triangle_count - first);
        __syncthreads();
        if (static_cast<int>(threadIdx.x) < here) tile[threadIdx.x] = triangles[first + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < here; ++i) intersect(ray, tile[i], first + i, hit);
    }
    if (at < ray_count) {
        hits[at] = hit.triangle;
        distances[at] = hit.distance;
    }
}
