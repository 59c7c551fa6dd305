// Is a point inside the circle of a triangle? In double with a bound on the error first; where that does not decide,
// the three products exactly, as sums of two doubles each. Coordinates are whole numbers below 2^20, so that lifts and
// minors are exact.

struct Triangle {
    double2 a, b, c;
};

__device__ void two_sum(double a, double b, double* sum, double* error) {
    double s = a + b;
    double part = s - a;
    *error = (a - (s - part)) + (b - part);
    *sum = s;
}

__device__ void two_product(double a, double b, double* product, double* error) {
    double p = a * b;
    *error = fma(a, b, -p);
    *product = p;
}

// Adds a number to a sum held as parts that do not overlap; gives the new number of parts.
__device__ int grow(double* parts, int count, double value) {
    double carry = value;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        double sum, error;
        two_sum(carry, parts[i], &sum, &error);
        if (error != 0.0) parts[kept++] = error;
        carry = sum;
    }
    if (carry != 0.0 || kept == 0) parts[kept++] = carry;
    return kept;
}

__device__ int exact_sign(const double lifts[3], const double minors[3]) {
    double parts[6];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        double product, error;
        two_product(lifts[i], minors[i], &product, &error);
        count = grow(parts, count, error);
        count = grow(parts, count, product);
    }
    double largest = parts[count - 1];
    return largest > 0.0 ? 1 : (largest < 0.0 ? -1 : 0);
}

extern "C" __global__ void incircle_tests(const Triangle* triangles, const double2* points, int count,
                                          signed char* signs, int* undecided) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Triangle t = triangles[i];
    double2 p = points[i];
    double ax = t.a.x - p.x, ay = t.a.y - p.y;
    double bx = t.b.x - p.x, by = t.b.y - p.y;
    double cx = t.c.x - p.x, cy = t.c.y - p.y;
    double lifts[3] = {ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy};
    double minors[3] = {bx * cy - by * cx, cx * ay - cy * ax, ax * by - ay * bx};
    double determinant = lifts[0] * minors[0] + lifts[1] * minors[1] + lifts[2] * minors[2];
    double size = lifts[0] * (fabs(bx * cy) + fabs(by * cx)) + lifts[1] * (fabs(cx * ay) + fabs(cy * ax)) +
                  lifts[2] * (fabs(ax * by) + fabs(ay * bx));
    double bound = 1.2e-15 * size;
    if (determinant > bound) {
        signs[i] = 1;
    } else if (determinant < -bound) {
        signs[i] = -1;
    } else {
        atomicAdd(undecided, 1);
        signs[i] = exact_sign(lifts, minors);
    }
}
