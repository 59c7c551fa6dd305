// Linear blend skinning with dual use of a small vector class and quaternions: up to four bones move each vertex.

struct Vec3 {
    float x, y, z;
    __device__ Vec3() : x(0), y(0), z(0) {}
    __device__ Vec3(float a, float b, float c) : x(a), y(b), z(c) {}
    __device__ Vec3 operator+(const Vec3& o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
    __device__ Vec3 operator-(const Vec3& o) const { return Vec3(x - o.x, y - o.y, z - o.z); }
    __device__ Vec3 operator*(float s) const { return Vec3(x * s, y * s, z * s); }
    __device__ Vec3& operator+=(const Vec3& o) {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
    __device__ float dot(const Vec3& o) const { return x * o.x + y * o.y + z * o.z; }
    __device__ Vec3 cross(const Vec3& o) const {
        return Vec3(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x);
    }
    __device__ Vec3 normalized() const { return *this * rsqrtf(dot(*this)); }
};

struct Quaternion {
    Vec3 v;
    float w;
    __device__ Vec3 rotate(const Vec3& p) const {
        Vec3 t = v.cross(p) * 2.0f;
        return p + t * w + v.cross(t);
    }
};

struct Bone {
    Quaternion rotation;
    Vec3 offset;
    float scale;
};

struct Vertex {
    Vec3 position, normal;
};

extern "C" __global__ void skin_vertices(const Vertex* vertices, const int4* bone_ids, const float4* weights,
                                         const Bone* bones, Vertex* out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Vertex v = vertices[i];
    int4 ids = bone_ids[i];
    float4 w = weights[i];
    int id[4] = {ids.x, ids.y, ids.z, ids.w};
    float weight[4] = {w.x, w.y, w.z, w.w};
    Vertex sum;
    for (int k = 0; k < 4; k++) {
        if (weight[k] == 0.0f) continue;
        const Bone& bone = bones[id[k]];
        sum.position += (bone.rotation.rotate(v.position) * bone.scale + bone.offset) * weight[k];
        sum.normal += bone.rotation.rotate(v.normal) * weight[k];
    }
    sum.normal = sum.normal.normalized();
    out[i] = sum;
}
