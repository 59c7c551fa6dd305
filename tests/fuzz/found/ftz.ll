; PLANTED: ftz, SEED: 24, KERNELS: 25, GRID: 1, BLOCK: 1
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %in, ptr addrspace(1) %inf, ptr %ind, ptr addrspace(1) %out, ptr addrspace(1) %outf, ptr %slots, ptr %again, ptr addrspace(1) %cells, ptr byval({ i32, i64, float }) align 8 %packed) {
entry:
  %in62 = load float, ptr addrspace(1) %inf, align 4
  %v89 = fmul float %in62, 0x3810000000000000
  %v195 = fpext float %v89 to double
  store double %v195, ptr addrspace(1) %outf, align 8
  ret void
}
