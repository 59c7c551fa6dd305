; PLANTED: short-remainder, SEED: 8, KERNELS: 9, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr noalias readonly %in, ptr noalias readonly %inf, ptr %ind, ptr addrspace(1) %out, ptr addrspace(1) %outf, ptr addrspace(1) %slots, ptr %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %in64 = load double, ptr %ind, align 8
  %v140 = add i32 %n, 20
  br label %loop143

loop143:
  %i145 = phi i32 [ 20, %entry ], [ %i146, %body149 ]
  %acc142 = phi double [ 0.000000e+00, %entry ], [ %v153, %body149 ]
  %v150 = icmp slt i32 %i145, %v140
  br i1 %v150, label %body149, label %exit144

body149:
  %v153 = fadd double %acc142, %in64
  %i146 = add nuw nsw i32 %i145, 1
  br label %loop143, !llvm.loop !0

exit144:
  store double %acc142, ptr addrspace(1) %outf, align 8
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
