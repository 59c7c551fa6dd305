#include "index.h"

extern "C" __global__ void scale(float *x, int n) {
  int i = global_index();
  if (i < n) x[i] *= FACTOR;
}
