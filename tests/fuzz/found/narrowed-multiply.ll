; PLANTED: narrowed-multiply, SEED: 3, KERNELS: 4, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr noalias readonly %inf, ptr noalias readonly %ind, ptr addrspace(1) %out, ptr addrspace(1) %outf, ptr %slots, ptr addrspace(1) %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %v152 = mul i64 %m, 923521
  store i64 %v152, ptr addrspace(1) %out, align 4
  ret void
}
