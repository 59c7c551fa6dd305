// A step of inverse kinematics for arms of seven joints: transforms along the chain, the Jacobian, and the damped step
// towards a target by a small Cholesky solve. One arm a thread.

namespace arm {

constexpr int kJoints = 7;

struct Link {
    double length, offset, sin_twist, cos_twist;
};

struct Frame {
    double r[3][3];
    double p[3];
};

__device__ Frame identity() {
    Frame f;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) f.r[i][j] = i == j ? 1.0 : 0.0;
        f.p[i] = 0.0;
    }
    return f;
}

__device__ Frame then(const Frame& f, const Link& link, double angle) {
    double s, c;
    sincos(angle, &s, &c);
    double m[3][3] = {{c, -s * link.cos_twist, s * link.sin_twist},
                      {s, c * link.cos_twist, -c * link.sin_twist},
                      {0.0, link.sin_twist, link.cos_twist}};
    double t[3] = {link.length * c, link.length * s, link.offset};
    Frame next;
    for (int i = 0; i < 3; i++) {
        next.p[i] = f.p[i];
        for (int j = 0; j < 3; j++) {
            next.r[i][j] = 0.0;
            for (int k = 0; k < 3; k++) next.r[i][j] += f.r[i][k] * m[k][j];
            next.p[i] += f.r[i][j] * t[j];
        }
    }
    return next;
}

}  // namespace arm

extern "C" __global__ void arm_jacobian(const double* angles, const double* targets, const arm::Link* links, int arms,
                                        double damping, double* steps, double* errors) {
    using namespace arm;
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= arms) return;
    double axes[kJoints][3], origins[kJoints][3];
    Frame frame = identity();
    for (int j = 0; j < kJoints; j++) {
        for (int d = 0; d < 3; d++) {
            axes[j][d] = frame.r[d][2];
            origins[j][d] = frame.p[d];
        }
        frame = then(frame, links[j], angles[j * arms + index]);
    }
    double error[3], size = 0.0;
    for (int d = 0; d < 3; d++) {
        error[d] = targets[d * arms + index] - frame.p[d];
        size += error[d] * error[d];
    }
    double jacobian[3][kJoints];
    for (int j = 0; j < kJoints; j++) {
        double arm[3];
        for (int d = 0; d < 3; d++) arm[d] = frame.p[d] - origins[j][d];
        for (int d = 0; d < 3; d++)
            jacobian[d][j] = axes[j][(d + 1) % 3] * arm[(d + 2) % 3] - axes[j][(d + 2) % 3] * arm[(d + 1) % 3];
    }
    double l[3][3], y[3];
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b <= a; b++) {
            double sum = a == b ? damping * damping : 0.0;
            for (int j = 0; j < kJoints; j++) sum += jacobian[a][j] * jacobian[b][j];
            for (int k = 0; k < b; k++) sum -= l[a][k] * l[b][k];
            l[a][b] = a == b ? sqrt(sum) : sum / l[b][b];
        }
    }
    for (int a = 0; a < 3; a++) {
        y[a] = error[a];
        for (int k = 0; k < a; k++) y[a] -= l[a][k] * y[k];
        y[a] /= l[a][a];
    }
    for (int a = 2; a >= 0; a--) {
        for (int k = a + 1; k < 3; k++) y[a] -= l[k][a] * y[k];
        y[a] /= l[a][a];
    }
    for (int j = 0; j < kJoints; j++)
        steps[j * arms + index] = jacobian[0][j] * y[0] + jacobian[1][j] * y[1] + jacobian[2][j] * y[2];
    errors[index] = sqrt(size);
}
