// The surface where a field is zero, by tetrahedra: every cube of the grid is cut into six around its diagonal; the
// triangles of each are counted and their areas added.

__constant__ unsigned char tets[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                                         {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};

struct Corner {
    float3 at;
    float value;
};

__device__ float3 crossing(const Corner& a, const Corner& b) {
    float t = a.value / (a.value - b.value);
    return make_float3(a.at.x + t * (b.at.x - a.at.x), a.at.y + t * (b.at.y - a.at.y), a.at.z + t * (b.at.z - a.at.z));
}

__device__ float triangle_area(float3 a, float3 b, float3 c) {
    float ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
    float vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
    float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    return 0.5f * sqrtf(nx * nx + ny * ny + nz * nz);
}

__device__ int cut(const Corner corners[4], float* area) {
    int inside[4], outside[4], inside_count = 0, outside_count = 0;
    for (int i = 0; i < 4; i++) {
        if (corners[i].value < 0.0f)
            inside[inside_count++] = i;
        else
            outside[outside_count++] = i;
    }
    if (inside_count == 0 || outside_count == 0) return 0;
    if (inside_count == 2) {
        float3 p = crossing(corners[inside[0]], corners[outside[0]]);
        float3 q = crossing(corners[inside[0]], corners[outside[1]]);
        float3 r = crossing(corners[inside[1]], corners[outside[1]]);
        float3 s = crossing(corners[inside[1]], corners[outside[0]]);
        *area += triangle_area(p, q, r) + triangle_area(p, r, s);
        return 2;
    }
    const int* three = inside_count == 3 ? inside : outside;
    const Corner& single = corners[inside_count == 3 ? outside[0] : inside[0]];
    *area += triangle_area(crossing(single, corners[three[0]]), crossing(single, corners[three[1]]),
                           crossing(single, corners[three[2]]));
    return 1;
}

extern "C" __global__ void marching_tets(const float* field, int nx, int ny, int nz, float spacing,
                                         unsigned char* triangles, float* areas) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    float values[8];
    int negative = 0;
    for (int c = 0; c < 8; c++) {
        values[c] = field[((z + (c >> 2)) * ny + y + (c >> 1 & 1)) * nx + x + (c & 1)];
        negative += values[c] < 0.0f;
    }
    int count = 0;
    float area = 0.0f;
    if (negative > 0 && negative < 8) {
        for (int t = 0; t < 6; t++) {
            Corner corners[4];
            for (int i = 0; i < 4; i++) {
                int c = tets[t][i];
                corners[i].at = make_float3((c & 1) * spacing, (c >> 1 & 1) * spacing, (c >> 2) * spacing);
                corners[i].value = values[c];
            }
            count += cut(corners, &area);
        }
    }
    int cube = (z * (ny - 1) + y) * (nx - 1) + x;
    triangles[cube] = count;
    areas[cube] = area;
}
