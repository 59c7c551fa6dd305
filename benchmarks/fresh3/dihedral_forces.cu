// Torsions of molecules: a cosine series or a harmonic improper, chosen by kind; forces on four atoms by atomics.

enum TorsionKind { kPeriodic = 0, kHarmonic = 1, kSeries = 2 };

struct Torsion {
    int atoms[4];
    int kind;
    float strength;
    float phase;
    int multiplicity;
};

struct Vector {
    float x, y, z;
};

static __device__ inline Vector sub(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static __device__ inline Vector add(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static __device__ inline Vector mul(float s, Vector a) { return {s * a.x, s * a.y, s * a.z}; }
static __device__ inline float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static __device__ inline Vector cross(Vector a, Vector b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static __device__ float slope_of_energy(const Torsion& t, float phi, float* energy) {
    switch (t.kind) {
        case kPeriodic: {
            float angle = t.multiplicity * phi - t.phase;
            *energy = t.strength * (1.0f + cosf(angle));
            return -t.strength * t.multiplicity * sinf(angle);
        }
        case kHarmonic: {
            float d = phi - t.phase;
            if (d > 3.14159265f) d -= 6.28318531f;
            if (d < -3.14159265f) d += 6.28318531f;
            *energy = t.strength * d * d;
            return 2.0f * t.strength * d;
        }
        default: {
            float slope = 0.0f, sum = 0.0f, scale = t.strength;
            for (int n = 1; n <= t.multiplicity; n++) {
                sum += scale * (1.0f - cosf(n * phi));
                slope += scale * n * sinf(n * phi);
                scale *= 0.5f;
            }
            *energy = sum;
            return slope;
        }
    }
}

static __device__ void accumulate(Vector* forces, int atom, Vector f) {
    atomicAdd(&forces[atom].x, f.x);
    atomicAdd(&forces[atom].y, f.y);
    atomicAdd(&forces[atom].z, f.z);
}

extern "C" __global__ void dihedral_forces(const Vector* positions, const Torsion* torsions, int count, Vector* forces,
                                           float* energies) {
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= count) return;
    Torsion t = torsions[index];
    Vector b1 = sub(positions[t.atoms[1]], positions[t.atoms[0]]);
    Vector b2 = sub(positions[t.atoms[2]], positions[t.atoms[1]]);
    Vector b3 = sub(positions[t.atoms[3]], positions[t.atoms[2]]);
    Vector m = cross(b1, b2), n = cross(b2, b3);
    float m2 = dot(m, m), n2 = dot(n, n), length = sqrtf(dot(b2, b2));
    if (m2 < 1e-6f || n2 < 1e-6f) {
        energies[index] = 0.0f;
        return;
    }
    float phi = atan2f(dot(b1, n) * length, dot(m, n));
    float energy;
    float slope = slope_of_energy(t, phi, &energy);
    energies[index] = energy;
    Vector f0 = mul(slope * length / m2, m);
    Vector f3 = mul(-slope * length / n2, n);
    float p = dot(b1, b2) / (length * length), q = dot(b3, b2) / (length * length);
    Vector s = sub(mul(q, f3), mul(p, f0));
    accumulate(forces, t.atoms[0], f0);
    accumulate(forces, t.atoms[1], sub(s, f0));
    accumulate(forces, t.atoms[2], mul(-1.0f, add(s, f3)));
    accumulate(forces, t.atoms[3], f3);
}
