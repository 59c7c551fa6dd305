; PLANTED: swapped-predicate, SEED: 0, KERNELS: 1, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %in, ptr addrspace(1) %inf, ptr addrspace(1) noalias readonly %ind, ptr addrspace(1) %out, ptr %outf, ptr %slots, ptr %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v262 = add i32 %n, 23
  br label %loop265

loop265:
  %i267 = phi i32 [ 20, %entry ], [ %i268, %loop265 ]
  %acc263 = phi i32 [ %thread, %entry ], [ %v275, %loop265 ]
  %v275 = mul i32 %acc263, 34
  %i268 = add nuw nsw i32 %i267, 3
  %v280 = icmp slt i32 %i268, %v262
  br i1 %v280, label %loop265, label %join281, !llvm.loop !0

join281:
  %v341 = zext i32 %v275 to i64
  store i64 %v341, ptr addrspace(1) %out, align 4
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
