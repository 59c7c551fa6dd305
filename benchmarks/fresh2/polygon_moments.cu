// Area, centroid and polar moment of parcels: polygons of different length one behind the other, one a thread.

struct Moments {
    double area;
    double cx, cy;
    double polar;
};

extern "C" __global__ void polygon_moments(const double2* corners, const int* first_corner, int parcels, Moments* out) {
    int parcel = blockIdx.x * blockDim.x + threadIdx.x;
    if (parcel >= parcels) return;
    int begin = first_corner[parcel], end = first_corner[parcel + 1];
    Moments m = {0.0, 0.0, 0.0, 0.0};
    double2 origin = corners[begin];
    for (int i = begin; i < end; i++) {
        double2 a = corners[i];
        double2 b = i + 1 < end ? corners[i + 1] : corners[begin];
        a.x -= origin.x, a.y -= origin.y, b.x -= origin.x, b.y -= origin.y;
        double cross = a.x * b.y - b.x * a.y;
        m.area += cross;
        m.cx += (a.x + b.x) * cross;
        m.cy += (a.y + b.y) * cross;
        m.polar += cross * (a.x * a.x + a.x * b.x + b.x * b.x + a.y * a.y + a.y * b.y + b.y * b.y);
    }
    m.area *= 0.5;
    if (m.area != 0.0) {
        m.cx = m.cx / (6.0 * m.area) + origin.x;
        m.cy = m.cy / (6.0 * m.area) + origin.y;
    }
    m.polar /= 12.0;
    out[parcel] = m;
}
