; PLANTED: load-over-store, SEED: 3, KERNELS: 4, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) %inf, ptr %ind, ptr addrspace(1) %out, ptr addrspace(1) %outf, ptr %slots, ptr addrspace(1) %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v61 = zext nneg i32 %thread to i64
  %at60 = getelementptr inbounds nuw i32, ptr addrspace(1) %again, i64 %v61
  store i32 0, ptr addrspace(1) %at60, align 4
  %v63 = load i32, ptr addrspace(1) %again, align 4
  store i32 %v63, ptr addrspace(1) %at60, align 4
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
