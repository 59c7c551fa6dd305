; PLANTED: swapped-operands, SEED: 0, KERNELS: 1, GRID: 1, BLOCK: 1
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %in, ptr %inf, ptr addrspace(1) noalias readonly %ind, ptr %out, ptr addrspace(1) %outf, ptr %slots, ptr %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v94 = sub nuw nsw i32 63, %thread
  %v271 = zext nneg i32 %v94 to i64
  %0 = zext nneg i32 %thread to i64
  %1 = getelementptr inbounds nuw i64, ptr %out, i64 %0
  store i64 %v271, ptr %1, align 4
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
