; PLANTED: wrong-shift, SEED: 64, KERNELS: 65, GRID: 1, BLOCK: 64
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr %inf, ptr noalias readonly %ind, ptr %out, ptr %outf, ptr addrspace(1) %slots, ptr %again, ptr addrspace(1) %cells, ptr byval({ i32, i64, float }) align 8 %packed) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %0 = zext nneg i32 %thread to i64
  %at79 = getelementptr inbounds nuw i32, ptr addrspace(1) %in, i64 %0
  %in80 = load i32, ptr addrspace(1) %at79, align 4
  %v92 = lshr i32 %in80, 31
  %v240 = zext nneg i32 %v92 to i64
  store i64 %v240, ptr %out, align 4
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
