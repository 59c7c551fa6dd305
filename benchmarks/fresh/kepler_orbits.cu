// Positions and velocities of many bodies from their orbital elements: Kepler's equation by Newton's method, in double.

struct Elements {
    double axis, eccentricity, inclination, node, periapsis, anomaly;
};

__device__ double eccentric_anomaly(double mean, double e) {
    double x = e < 0.8 ? mean : 3.14159265358979323846;
    for (int i = 0; i < 12; i++) {
        double s, c;
        sincos(x, &s, &c);
        double step = (x - e * s - mean) / (1.0 - e * c);
        x -= step;
        if (fabs(step) < 1e-13) break;
    }
    return x;
}

extern "C" __global__ void kepler_orbits(const Elements* elements, double3* positions, double3* velocities, int count,
                                         double mu, double time) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Elements el = elements[i];
    double motion = sqrt(mu / (el.axis * el.axis * el.axis));
    double mean = fmod(el.anomaly + motion * time, 2.0 * 3.14159265358979323846);
    double big_e = eccentric_anomaly(mean, el.eccentricity);
    double se, ce;
    sincos(big_e, &se, &ce);
    double root = sqrt(1.0 - el.eccentricity * el.eccentricity);
    double px = el.axis * (ce - el.eccentricity), py = el.axis * root * se;
    double rate = motion / (1.0 - el.eccentricity * ce);
    double vx = -el.axis * se * rate, vy = el.axis * root * ce * rate;

    double so, co, si, ci, sw, cw;
    sincos(el.node, &so, &co);
    sincos(el.inclination, &si, &ci);
    sincos(el.periapsis, &sw, &cw);
    double xx = co * cw - so * sw * ci, xy = -co * sw - so * cw * ci;
    double yx = so * cw + co * sw * ci, yy = -so * sw + co * cw * ci;
    double zx = sw * si, zy = cw * si;
    positions[i] = make_double3(xx * px + xy * py, yx * px + yy * py, zx * px + zy * py);
    velocities[i] = make_double3(xx * vx + xy * vy, yx * vx + yy * vy, zx * vx + zy * vy);
}
