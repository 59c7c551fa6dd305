// Which points lie inside a polygon: the crossing number of a ray to the right, one point a thread.

extern "C" __global__ void point_in_polygon(const float2* points, int count, const float2* vertices, int sides,
                                            unsigned char* inside) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float2 p = points[i];
    bool is_inside = false;
    for (int a = 0, b = sides - 1; a < sides; b = a++) {
        float2 va = vertices[a], vb = vertices[b];
        if ((va.y > p.y) != (vb.y > p.y)) {
            float cross = (vb.x - va.x) * (p.y - va.y) / (vb.y - va.y) + va.x;
            if (p.x < cross) is_inside = !is_inside;
        }
    }
    inside[i] = is_inside ? 1 : 0;
}
