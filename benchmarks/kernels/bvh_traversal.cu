// Renders a triangle soup through a bounding-volume hierarchy: camera ray, nearest hit, normal, a shadow ray to the
// light, shading. Many small device functions, a local stack, and two traversals from one template.

namespace {

constexpr float kFar = 1e30f;
constexpr int kStack = 32;
constexpr int kLeafSize = 4;

struct Vec {
    float x, y, z;
};

__device__ Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ Vec operator*(float s, Vec a) { return {s * a.x, s * a.y, s * a.z}; }
__device__ float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ Vec cross(Vec a, Vec b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
__device__ Vec normalized(Vec a) { return rsqrtf(dot(a, a)) * a; }
__device__ Vec smaller(Vec a, Vec b) { return {fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)}; }
__device__ Vec larger(Vec a, Vec b) { return {fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}; }
__device__ Vec times(Vec a, Vec b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
__device__ float largest(Vec a) { return fmaxf(a.x, fmaxf(a.y, a.z)); }
__device__ float smallest(Vec a) { return fminf(a.x, fminf(a.y, a.z)); }

struct Ray {
    Vec origin, direction, inverse;
};

struct Box {
    Vec low, high;
};

struct Triangle {
    Vec corner, edge1, edge2;
};

// A complete binary tree in heap order: the children of i are 2i+1 and 2i+2, the leaves are the last level.
struct Scene {
    const Box* nodes;
    const Triangle* triangles;
    int inner_nodes;
};

struct Camera {
    Vec eye, corner, right, down;
    Vec light;
};

struct Hit {
    float distance;
    int triangle;
};

__device__ float guarded_inverse(float x) { return 1.0f / (fabsf(x) > 1e-12f ? x : copysignf(1e-12f, x)); }

__device__ Ray make_ray(Vec origin, Vec direction) {
    return {origin, direction,
            {guarded_inverse(direction.x), guarded_inverse(direction.y), guarded_inverse(direction.z)}};
}

// Distance at which the ray enters the box, or kFar when it passes by or the box begins behind `limit`.
__device__ float enter(const Box& box, const Ray& ray, float limit) {
    const Vec a = times(box.low - ray.origin, ray.inverse), b = times(box.high - ray.origin, ray.inverse);
    const float near = fmaxf(largest(smaller(a, b)), 0.0f), far = fminf(smallest(larger(a, b)), limit);
    return near <= far ? near : kFar;
}

__device__ float intersect(const Triangle& triangle, const Ray& ray) {
    const Vec p = cross(ray.direction, triangle.edge2);
    const float determinant = dot(triangle.edge1, p);
    if (fabsf(determinant) < 1e-9f) return kFar;
    const float inverse = 1.0f / determinant;
    const Vec from = ray.origin - triangle.corner;
    const float u = dot(from, p) * inverse;
    const Vec q = cross(from, triangle.edge1);
    const float v = dot(ray.direction, q) * inverse;
    const float distance = dot(triangle.edge2, q) * inverse;
    const bool is_hit = u >= 0.0f && v >= 0.0f && u + v <= 1.0f && distance > 1e-4f;
    return is_hit ? distance : kFar;
}

__device__ bool visit_leaf(const Scene& scene, const Ray& ray, int leaf, Hit& hit) {
    bool is_closer = false;
    for (int i = 0; i < kLeafSize; ++i) {
        const int number = leaf * kLeafSize + i;
        const float distance = intersect(scene.triangles[number], ray);
        if (distance < hit.distance) {
            hit = {distance, number};
            is_closer = true;
        }
    }
    return is_closer;
}

template <bool kStopAtFirst>
__device__ Hit traverse(const Scene& scene, const Ray& ray, float limit) {
    int stack[kStack];
    int depth = 0;
    Hit hit{limit, -1};
    int node = enter(scene.nodes[0], ray, limit) < kFar ? 0 : -1;
    while (node >= 0) {
        if (node >= scene.inner_nodes) {
            if (visit_leaf(scene, ray, node - scene.inner_nodes, hit) && kStopAtFirst) return hit;
            node = depth > 0 ? stack[--depth] : -1;
            continue;
        }
        const int left = 2 * node + 1, right = left + 1;
        const float to_left = enter(scene.nodes[left], ray, hit.distance);
        const float to_right = enter(scene.nodes[right], ray, hit.distance);
        const bool left_first = to_left <= to_right;
        const float near = left_first ? to_left : to_right, far = left_first ? to_right : to_left;
        if (far < kFar) stack[depth++] = left_first ? right : left;
        if (near < kFar)
            node = left_first ? left : right;
        else
            node = depth > 0 ? stack[--depth] : -1;
    }
    return hit;
}

__device__ Vec facing_normal(const Triangle& triangle, Vec direction) {
    const Vec normal = normalized(cross(triangle.edge1, triangle.edge2));
    return dot(normal, direction) > 0.0f ? -1.0f * normal : normal;
}

__device__ __noinline__ bool is_shadowed(const Scene& scene, Vec point, Vec to_light) {
    return traverse<true>(scene, make_ray(point, to_light), 1.0f).triangle >= 0;
}

__device__ float shade(const Scene& scene, const Camera& camera, const Ray& ray, const Hit& hit) {
    if (hit.triangle < 0) return 0.0f;
    const Vec normal = facing_normal(scene.triangles[hit.triangle], ray.direction);
    const Vec point = ray.origin + hit.distance * ray.direction + 1e-3f * normal;
    const Vec to_light = camera.light - point;
    const float cosine = dot(normal, normalized(to_light));
    if (cosine <= 0.0f || is_shadowed(scene, point, to_light)) return 0.1f;
    return 0.1f + 0.9f * cosine;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    bvh_traversal(Scene scene, Camera camera, int* __restrict__ hits, float* __restrict__ shades, int width,
                  int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const Vec target =
        camera.corner + ((x + 0.5f) / width) * camera.right + ((y + 0.5f) / height) * camera.down;
    const Ray ray = make_ray(camera.eye, target - camera.eye);
    const Hit hit = traverse<false>(scene, ray, kFar);
    hits[y * width + x] = hit.triangle;
    shades[y * width + x] = shade(scene, camera, ray, hit);
}
