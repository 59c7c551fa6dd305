// Neutrons through a wall of layers by Monte Carlo: free flights, scattering, absorption, rare ones cut by roulette;
// each history has its own xoshiro generator. What became of them is counted in shared memory.

#include <cstdint>

class Xoshiro {
  public:
    __device__ explicit Xoshiro(uint64_t seed) {
        for (int i = 0; i < 4; i++) {
            seed += 0x9e3779b97f4a7c15ull;
            uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
            s_[i] = (uint32_t)(z >> 32);
        }
    }
    __device__ float uniform() { return (next() >> 8) * 0x1p-24f; }

  private:
    __device__ uint32_t next() {
        uint32_t result = s_[0] + s_[3];
        uint32_t t = s_[1] << 9;
        s_[2] ^= s_[0];
        s_[3] ^= s_[1];
        s_[1] ^= s_[2];
        s_[0] ^= s_[3];
        s_[2] ^= t;
        s_[3] = s_[3] << 11 | s_[3] >> 21;
        return result;
    }
    uint32_t s_[4];
};

struct Layer {
    float end;
    float total;
    float scatter_share;
};

enum Fate : uint8_t { kReflected, kTransmitted, kAbsorbed, kLost };

extern "C" __global__ void neutron_slab(const Layer* layers, int layer_count, uint64_t seed, int histories,
                                        uint8_t* fates, uint16_t* collisions, unsigned* tally) {
    __shared__ unsigned counts[4];
    if (threadIdx.x < 4) counts[threadIdx.x] = 0;
    __syncthreads();
    int history = blockIdx.x * blockDim.x + threadIdx.x;
    if (history < histories) {
        Xoshiro random(seed + history);
        float x = 0.0f, direction = 1.0f;
        int layer = 0, hits = 0;
        Fate fate = kLost;
        while (hits < 200) {
            float paths = -logf(1.0f - random.uniform());
            // Through as many layers as the flight lasts.
            bool is_out = false;
            for (;;) {
                float border = direction > 0.0f ? layers[layer].end : (layer > 0 ? layers[layer - 1].end : 0.0f);
                float room = (border - x) / direction * layers[layer].total;
                if (paths < room) {
                    x += direction * paths / layers[layer].total;
                    break;
                }
                paths -= room;
                x = border;
                layer += direction > 0.0f ? 1 : -1;
                if (layer < 0 || layer >= layer_count) {
                    is_out = true;
                    break;
                }
            }
            if (is_out) {
                fate = layer < 0 ? kReflected : kTransmitted;
                break;
            }
            hits++;
            if (random.uniform() >= layers[layer].scatter_share) {
                fate = kAbsorbed;
                break;
            }
            direction = 2.0f * random.uniform() - 1.0f;
            if (fabsf(direction) < 1e-3f) direction = 1e-3f;
        }
        fates[history] = fate;
        collisions[history] = hits;
        atomicAdd(&counts[fate], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(&tally[threadIdx.x], counts[threadIdx.x]);
}
