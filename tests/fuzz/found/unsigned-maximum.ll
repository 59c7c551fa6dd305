; PLANTED: unsigned-maximum, SEED: 31, KERNELS: 32, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %inf, ptr addrspace(1) %ind, ptr addrspace(1) %out, ptr %outf, ptr %slots, ptr addrspace(1) %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %at28 = getelementptr inbounds nuw i32, ptr addrspace(1) %in, i32 %n
  %in29 = load i32, ptr addrspace(1) %at28, align 4
  %v118 = call i32 @llvm.smin.i32(i32 %n, i32 %in29)
  %v150 = sext i32 %v118 to i64
  store i64 %v150, ptr addrspace(1) %out, align 4
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32)
