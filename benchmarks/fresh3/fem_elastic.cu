// Elastic forces of a body of tetrahedra without a matrix: gradients of the shape functions, strain, stress, and the
// forces on four nodes. One element a thread, in double.

struct Material {
    double lambda, mu;
};

__device__ double invert3(const double m[3][3], double inverse[3][3]) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            inverse[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        }
    }
    double determinant = m[0][0] * inverse[0][0] + m[0][1] * inverse[1][0] + m[0][2] * inverse[2][0];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) inverse[i][j] /= determinant;
    return determinant;
}

extern "C" __global__ void fem_elastic(const double* nodes, const int4* elements, const unsigned char* material_of,
                                       int count, const Material* materials, const double* displacement, double* forces,
                                       double* energies) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count) return;
    int4 element = elements[e];
    int corner[4] = {element.x, element.y, element.z, element.w};
    double edges[3][3];
    for (int k = 0; k < 3; k++)
        for (int d = 0; d < 3; d++) edges[k][d] = nodes[3 * corner[k + 1] + d] - nodes[3 * corner[0] + d];
    double inverse[3][3];
    double volume = invert3(edges, inverse) / 6.0;

    double shape[4][3];
    for (int d = 0; d < 3; d++) {
        shape[0][d] = 0.0;
        for (int k = 0; k < 3; k++) {
            shape[k + 1][d] = inverse[d][k];
            shape[0][d] -= inverse[d][k];
        }
    }
    double slope[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            slope[i][j] = 0.0;
            for (int k = 0; k < 4; k++) slope[i][j] += displacement[3 * corner[k] + i] * shape[k][j];
        }
    }
    Material material = materials[material_of[e]];
    double trace = slope[0][0] + slope[1][1] + slope[2][2];
    double stress[3][3], energy = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double strain = 0.5 * (slope[i][j] + slope[j][i]);
            stress[i][j] = 2.0 * material.mu * strain + (i == j ? material.lambda * trace : 0.0);
            energy += 0.5 * stress[i][j] * strain;
        }
    }
    energies[e] = energy * volume;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 3; i++) {
            double f = 0.0;
            for (int j = 0; j < 3; j++) f -= stress[i][j] * shape[k][j];
            atomicAdd(&forces[3 * corner[k] + i], f * volume);
        }
    }
}
