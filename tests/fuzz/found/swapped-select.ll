; PLANTED: swapped-select, SEED: 0, KERNELS: 1, GRID: 1, BLOCK: 1
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %in, ptr %inf, ptr addrspace(1) noalias readonly %ind, ptr %out, ptr addrspace(1) %outf, ptr %slots, ptr %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %in68 = load i32, ptr %in, align 4
  %v117 = icmp sgt i32 %in68, 0
  %v286 = select i1 %v117, double 0.000000e+00, double 1.500000e+00
  store double %v286, ptr addrspace(1) %outf, align 8
  ret void
}
