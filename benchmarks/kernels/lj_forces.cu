// Short-range molecular forces from a neighbour list: Lennard-Jones with per-type parameters and the real-space part of
// Ewald's Coulomb sum, both switched off smoothly at the cutoff; periodic box.

namespace {

constexpr int kTypes = 4;

struct Box {
    float length, inverse_length;
    float cutoff2, inverse_cutoff2;
    float ewald;

    __device__ float wrap(float d) const { return d - length * rintf(d * inverse_length); }
};

struct PairForce {
    float over_r;  // force divided by distance
    float energy;
};

// Falls from 1 at r = 0 to 0 at the cutoff, with zero slope there; `slope` is its derivative by r^2.
__device__ __forceinline__ float switch_off(float r2, const Box& box, float& slope) {
    const float s = 1.0f - r2 * box.inverse_cutoff2;
    slope = -2.0f * s * box.inverse_cutoff2;
    return s * s;
}

__device__ PairForce lennard_jones(float r2, float sigma2, float epsilon) {
    const float s2 = sigma2 / r2;
    const float s6 = s2 * s2 * s2;
    return {24.0f * epsilon * s6 * (2.0f * s6 - 1.0f) / r2, 4.0f * epsilon * s6 * (s6 - 1.0f)};
}

__device__ PairForce coulomb(float r2, float charges, float ewald) {
    const float r = sqrtf(r2);
    const float scaled = ewald * r;
    const float energy = charges * erfcf(scaled) / r;
    const float gauss = charges * 1.12837917f * ewald * expf(-scaled * scaled);
    return {(energy + gauss) / r2, energy};
}

__device__ PairForce pair_force(float r2, float charges, float2 parameters, const Box& box) {
    const PairForce lj = lennard_jones(r2, parameters.x, parameters.y);
    const PairForce electric = coulomb(r2, charges, box.ewald);
    float slope;
    const float weight = switch_off(r2, box, slope);
    const float energy = lj.energy + electric.energy;
    return {weight * (lj.over_r + electric.over_r) - 2.0f * slope * energy, weight * energy};
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    lj_forces(const float4* __restrict__ atoms, const int* __restrict__ types, const int* __restrict__ neighbours,
              const int* __restrict__ neighbour_counts, const float2* __restrict__ type_table,
              float4* __restrict__ forces, int count, Box box) {
    __shared__ float2 table[kTypes * kTypes];
    if (threadIdx.x < kTypes * kTypes) table[threadIdx.x] = type_table[threadIdx.x];
    __syncthreads();

    const int atom = blockIdx.x * blockDim.x + threadIdx.x;
    if (atom >= count) return;
    const float4 mine = atoms[atom];  // position and charge
    const int row = types[atom] * kTypes;
    float fx = 0.0f, fy = 0.0f, fz = 0.0f, energy = 0.0f;
    const int listed = neighbour_counts[atom];
    for (int i = 0; i < listed; ++i) {
        const int other = __ldg(neighbours + static_cast<size_t>(i) * count + atom);
        const float4 theirs = __ldg(atoms + other);
        const float dx = box.wrap(mine.x - theirs.x);
        const float dy = box.wrap(mine.y - theirs.y);
        const float dz = box.wrap(mine.z - theirs.z);
        const float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 >= box.cutoff2) continue;
        const PairForce pair = pair_force(r2, mine.w * theirs.w, table[row + __ldg(types + other)], box);
        fx += pair.over_r * dx;
        fy += pair.over_r * dy;
        fz += pair.over_r * dz;
        energy += pair.energy;
    }
    forces[atom] = make_float4(fx, fy, fz, 0.5f * energy);
}
