// Recursion: through itself, through another function, and a tail call.
struct Node {
  int left, right;
  float value;
};
__device__ float sum(const Node *tree, int at) {
  if (at < 0)
    return 0.0f;
  return tree[at].value + sum(tree, tree[at].left) + sum(tree, tree[at].right);
}
__device__ int odd(int n);
__device__ int even(int n) { return n <= 0 ? n == 0 : odd(n - 1); }
__device__ int odd(int n) { return n <= 0 ? n != 0 : even(n - 1); }
__device__ unsigned divisor(unsigned a, unsigned b) { return b ? divisor(b, a % b) : a; }
extern "C" __global__ void recursion(float *out, const Node *tree, const int *roots, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = sum(tree, roots[i]) + even(roots[i] & 31) + divisor(roots[i], i + 1);
}
