"""Makes a small tree of CUDA programs for the corpus tool."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.corpus.tools import MissingTool, find_tools

# Internal linkage in all its forms: nvcc gives these other names than clang, and the host code asks for clang's.
HIDDEN_NAMES = """
#include <cstdio>
static __device__ int calls;
__constant__ float factor = 2.0f;
namespace { __global__ void scale(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= factor;
  if (i == 0) calls += 1;
} }
static __global__ void quiet(float *p) { *p = 0; }
int main() {
  float *p; int seen = 0;
  cudaMalloc(&p, 400); scale<<<1, 128>>>(p, 100); quiet<<<1, 1>>>(p);
  cudaMemcpyFromSymbol(&seen, calls, sizeof seen);
  std::printf("calls %d\\n", seen);
}
"""
# A local array that needs the stack as long as its loops are rolled.
LOCAL_ARRAY = """
#include "size.h"
__global__ void permute(const int *order, float *p) {
  float a[SIZE];
  for (int i = 0; i < SIZE; ++i) a[i] = p[i];
  for (int i = 0; i < SIZE; ++i) p[i] = a[SIZE - 1 - i] + order[i];
}
int main() { return 0; }
"""
MAKEFILE = """
CC = nvcc
program: main.cu
\t$(CC) -O2 -DSIZE=$(SIZE) -Iinclude --std=c++17 -use_fast_math -o program main.cu
SIZE = 8
run: program
\t./program --size 8
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """hidden/ (no Makefile), permute/ (with one), broken/ (an error), lonely.cu (a single file)."""
    root = tmp_path / "tree"
    files = {
        "hidden/main.cu": HIDDEN_NAMES,
        "permute/main.cu": LOCAL_ARRAY,
        "permute/include/size.h": "#ifndef SIZE\n#error no size\n#endif\n",
        "permute/Makefile": MAKEFILE,
        "broken/main.cu": "__global__ void k() { this is not CUDA }\n",
        "lonely.cu": "__global__ void lonely(int *p) { *p = 1; }\nint main() { return 0; }\n",
        "notes/readme.txt": "no program\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.fixture
def front_end() -> None:
    """Skips where no version at all can be built."""
    try:
        find_tools().require("ptxas")
    except MissingTool as missing:
        pytest.skip(f"nothing can be built here: {missing}")
