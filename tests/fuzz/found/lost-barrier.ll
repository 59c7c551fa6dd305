; PLANTED: lost-barrier, SEED: 0, KERNELS: 1, GRID: 1, BLOCK: 64
target triple = "nvptx64-nvidia-cuda"

@shared119 = internal addrspace(3) global [64 x i32] poison, align 16

define ptx_kernel void @kernel(ptr %in, ptr %inf, ptr addrspace(1) noalias readonly %ind, ptr %out, ptr addrspace(1) %outf, ptr %slots, ptr %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 2, ptr addrspace(3) @shared119, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v123 = atomicrmw add ptr addrspace(3) @shared119, i32 %thread monotonic, align 4
  %v124 = load i32, ptr addrspace(3) @shared119, align 4
  store i32 %v124, ptr %again, align 4
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
