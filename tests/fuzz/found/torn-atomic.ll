; PLANTED: torn-atomic, SEED: 0, KERNELS: 1, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

@shared119 = internal addrspace(3) global [64 x i32] poison, align 16

define ptx_kernel void @kernel(ptr %in, ptr %inf, ptr addrspace(1) noalias readonly %ind, ptr %out, ptr addrspace(1) %outf, ptr %slots, ptr %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %0 = shl nuw nsw i32 %thread, 6
  %my.again.at = zext nneg i32 %0 to i64
  %my.again = getelementptr inbounds nuw i8, ptr %again, i64 %my.again.at
  %1 = zext nneg i32 %thread to i64
  %at120 = getelementptr inbounds nuw i32, ptr addrspace(3) @shared119, i64 %1
  store i32 2, ptr addrspace(3) %at120, align 4
  %v121 = and i32 %thread, 7
  %2 = zext nneg i32 %v121 to i64
  %at122 = getelementptr inbounds nuw i32, ptr addrspace(3) @shared119, i64 %2
  %v123 = atomicrmw add ptr addrspace(3) %at122, i32 %v121 monotonic, align 4
  %v124 = load i32, ptr addrspace(3) %at120, align 4
  store i32 %v124, ptr %my.again, align 4
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
