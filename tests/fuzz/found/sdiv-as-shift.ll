; PLANTED: sdiv-as-shift, SEED: 237, KERNELS: 238, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %in, ptr addrspace(1) %inf, ptr noalias readonly %ind, ptr addrspace(1) %out, ptr %outf, ptr addrspace(1) %slots, ptr addrspace(1) %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %in60 = load i32, ptr %in, align 4
  %0 = zext nneg i32 %in60 to i64
  %at62 = getelementptr inbounds nuw i32, ptr %in, i64 %0
  %in63 = load i32, ptr %at62, align 4
  %v89 = sdiv i32 %in63, 8
  %v208 = sext i32 %v89 to i64
  store i64 %v208, ptr addrspace(1) %out, align 4
  ret void
}
