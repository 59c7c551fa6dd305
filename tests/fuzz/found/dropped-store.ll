; PLANTED: dropped-store, SEED: 0, KERNELS: 1, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %in, ptr noalias readonly %inf, ptr addrspace(1) %ind, ptr %out, ptr %outf, ptr addrspace(1) %slots, ptr %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  store double 0.000000e+00, ptr %outf, align 8
  %at207 = getelementptr inbounds nuw i8, ptr %outf, i64 32
  store double 0.000000e+00, ptr %at207, align 8
  ret void
}
