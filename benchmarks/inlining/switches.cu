// A big switch in a function that is called from three places.
__device__ int step(int op, int a, int b) {
  switch (op) {
  case 0: return a + b;
  case 1: return a - b;
  case 2: return a * b;
  case 3: return b ? a / b : 0;
  case 4: return b ? a % b : 0;
  case 5: return a & b;
  case 6: return a | b;
  case 7: return a ^ b;
  case 8: return a << (b & 31);
  case 9: return a >> (b & 31);
  case 10: return a < b;
  case 11: return a == b;
  case 12: return min(a, b);
  case 13: return max(a, b);
  case 14: return __popc(a) + b;
  case 15: return __clz(a) - b;
  case 16: return __brev(a) ^ b;
  case 17: return abs(a) + b;
  case 18: return a * a + b * b;
  case 19: return (a + b) * (a - b);
  default: return ~a;
  }
}
extern "C" __global__ void switches(int *out, const int *code, const int *in, int length, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = in[i], b = in[i + n];
  for (int k = 0; k < length; k += 3) {
    a = step(code[k], a, b);
    b = step(code[k + 1], b, a);
    a ^= step(code[k + 2], a, a + b);
  }
  out[i] = a + b;
}
