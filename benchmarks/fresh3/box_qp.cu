// Small quadratic programs with bounds (torques of a controller): projected Gauss-Seidel until nothing moves.

namespace {

constexpr int kUnknowns = 8;

struct Settings {
    int max_sweeps;
    float tolerance;
    float relaxation;
};

}  // namespace

extern "C" __global__ void box_qp(const float* __restrict__ hessians, const float* __restrict__ gradients,
                                  const float* __restrict__ lower, const float* __restrict__ upper, int problems,
                                  Settings settings, float* __restrict__ solutions,
                                  unsigned char* __restrict__ active) {
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < problems; p += gridDim.x * blockDim.x) {
        float h[kUnknowns][kUnknowns], g[kUnknowns], x[kUnknowns];
        for (int i = 0; i < kUnknowns; i++) {
            for (int j = 0; j < kUnknowns; j++) h[i][j] = hessians[(i * kUnknowns + j) * problems + p];
            g[i] = gradients[i * problems + p];
            x[i] = 0.0f;
        }
        for (int sweep = 0; sweep < settings.max_sweeps; sweep++) {
            float moved = 0.0f;
            for (int i = 0; i < kUnknowns; i++) {
                float residual = g[i];
                for (int j = 0; j < kUnknowns; j++) residual += h[i][j] * x[j];
                float next = x[i] - settings.relaxation * residual / h[i][i];
                next = fminf(fmaxf(next, lower[i * problems + p]), upper[i * problems + p]);
                moved = fmaxf(moved, fabsf(next - x[i]));
                x[i] = next;
            }
            if (moved < settings.tolerance) break;
        }
        unsigned char at_bounds = 0;
        for (int i = 0; i < kUnknowns; i++) {
            solutions[i * problems + p] = x[i];
            if (x[i] == lower[i * problems + p] || x[i] == upper[i * problems + p]) at_bounds |= 1 << i;
        }
        active[p] = at_bounds;
    }
}
