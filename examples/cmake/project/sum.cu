#include "index.h"

extern "C" __global__ void sum(const float *x, float *total, int n) {
  int i = global_index();
  if (i < n) atomicAdd(total, x[i]);
}
