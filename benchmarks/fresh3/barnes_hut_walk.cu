// Gravity by a tree of cells: a stack of nodes to visit, far cells taken as points, leaves body by body.

#define STACK_SIZE 64

struct Node {
    float4 centre;  // of mass; w: the mass
    float side;
    int first_child;  // of a leaf: its first body
    int children;     // of a leaf: minus its number of bodies
    int unused;
};

__device__ inline void pull(float3* acceleration, float dx, float dy, float dz, float mass, float softening2) {
    float r2 = dx * dx + dy * dy + dz * dz + softening2;
    float inverse = rsqrtf(r2);
    float f = mass * inverse * inverse * inverse;
    acceleration->x += f * dx;
    acceleration->y += f * dy;
    acceleration->z += f * dz;
}

extern "C" __global__ void barnes_hut_walk(const float4* bodies, int count, const Node* nodes, float theta,
                                           float softening, float* accelerations) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float4 me = bodies[i];
    float3 acceleration = make_float3(0.0f, 0.0f, 0.0f);
    float softening2 = softening * softening;
    int stack[STACK_SIZE];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        Node node = nodes[stack[--top]];
        float dx = node.centre.x - me.x, dy = node.centre.y - me.y, dz = node.centre.z - me.z;
        float distance2 = dx * dx + dy * dy + dz * dz;
        if (node.children < 0) {
            for (int b = node.first_child; b < node.first_child - node.children; b++) {
                if (b == i) continue;
                float4 other = bodies[b];
                pull(&acceleration, other.x - me.x, other.y - me.y, other.z - me.z, other.w, softening2);
            }
        } else if (node.side * node.side < theta * theta * distance2) {
            pull(&acceleration, dx, dy, dz, node.centre.w, softening2);
        } else {
            for (int c = 0; c < node.children; c++) stack[top++] = node.first_child + c;
        }
    }
    accelerations[3 * i] = acceleration.x;
    accelerations[3 * i + 1] = acceleration.y;
    accelerations[3 * i + 2] = acceleration.z;
}
