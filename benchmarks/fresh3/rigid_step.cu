// Rigid boxes falling on a floor: forces at the corners by springs, then explicit steps of velocity, spin and
// orientation. One body a thread, several small steps a launch.

struct Vec3 {
    float x, y, z;
    __device__ Vec3() {}
    __device__ Vec3(float x, float y, float z) : x(x), y(y), z(z) {}
    __device__ Vec3 operator+(const Vec3& o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
    __device__ Vec3 operator-(const Vec3& o) const { return Vec3(x - o.x, y - o.y, z - o.z); }
    __device__ Vec3 operator*(float s) const { return Vec3(x * s, y * s, z * s); }
    __device__ Vec3& operator+=(const Vec3& o) {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
    __device__ Vec3 cross(const Vec3& o) const { return Vec3(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x); }
};

struct Quat {
    float w;
    Vec3 v;
    __device__ Quat(float w, Vec3 v) : w(w), v(v) {}
    __device__ Quat operator*(const Quat& o) const {
        return Quat(w * o.w - (v.x * o.v.x + v.y * o.v.y + v.z * o.v.z), o.v * w + v * o.w + v.cross(o.v));
    }
    __device__ Vec3 rotate(const Vec3& p) const {
        Vec3 t = v.cross(p) * 2.0f;
        return p + t * w + v.cross(t);
    }
    __device__ Vec3 rotate_back(const Vec3& p) const { return Quat(w, v * -1.0f).rotate(p); }
    __device__ void normalize() {
        float scale = 1.0f / sqrtf(w * w + v.x * v.x + v.y * v.y + v.z * v.z);
        w *= scale;
        v = v * scale;
    }
};

struct Body {
    Vec3 position, velocity, spin, half_size;
    float quaternion[4];
    float mass;
};

struct World {
    float gravity, stiffness, damping, friction, dt;
    int steps;
};

extern "C" __global__ void rigid_step(Body* bodies, int count, World world) {
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= count) return;
    Body body = bodies[index];
    Quat q(body.quaternion[0], Vec3(body.quaternion[1], body.quaternion[2], body.quaternion[3]));
    const Vec3 h = body.half_size;
    Vec3 inertia((h.y * h.y + h.z * h.z) * body.mass / 3.0f, (h.x * h.x + h.z * h.z) * body.mass / 3.0f,
                 (h.x * h.x + h.y * h.y) * body.mass / 3.0f);
    for (int step = 0; step < world.steps; step++) {
        Vec3 force(0.0f, 0.0f, -world.gravity * body.mass), torque(0.0f, 0.0f, 0.0f);
        for (int corner = 0; corner < 8; corner++) {
            Vec3 local((corner & 1) ? h.x : -h.x, (corner & 2) ? h.y : -h.y, (corner & 4) ? h.z : -h.z);
            Vec3 arm = q.rotate(local);
            float depth = -(body.position.z + arm.z);
            if (depth <= 0.0f) continue;
            Vec3 speed = body.velocity + body.spin.cross(arm);
            float push = fmaxf(world.stiffness * depth - world.damping * speed.z, 0.0f);
            Vec3 contact(-world.friction * speed.x, -world.friction * speed.y, push);
            force += contact;
            torque += arm.cross(contact);
        }
        Vec3 w = q.rotate_back(body.spin), t = q.rotate_back(torque);
        Vec3 momentum(inertia.x * w.x, inertia.y * w.y, inertia.z * w.z);
        Vec3 gain = t - w.cross(momentum);
        w += Vec3(gain.x / inertia.x, gain.y / inertia.y, gain.z / inertia.z) * world.dt;
        body.spin = q.rotate(w);
        body.velocity += force * (world.dt / body.mass);
        body.position += body.velocity * world.dt;
        Quat rate = Quat(0.0f, body.spin) * q;
        q.w += 0.5f * world.dt * rate.w;
        q.v += rate.v * (0.5f * world.dt);
        q.normalize();
    }
    body.quaternion[0] = q.w;
    body.quaternion[1] = q.v.x;
    body.quaternion[2] = q.v.y;
    body.quaternion[3] = q.v.z;
    bodies[index] = body;
}
