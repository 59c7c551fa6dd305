; PLANTED: narrowed-counter, SEED: 97, KERNELS: 98, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %in, ptr addrspace(1) %inf, ptr noalias readonly %ind, ptr addrspace(1) %out, ptr %outf, ptr %slots, ptr addrspace(1) %again, ptr addrspace(1) %cells, ptr byval({ i32, i64, float }) align 8 %packed) {
entry:
  %x = load float, ptr %packed, align 4
  br label %loop98

loop98:
  %i100 = phi i64 [ 20, %entry ], [ %i101, %body104 ]
  %acc97 = phi float [ 0.000000e+00, %entry ], [ %x, %body104 ]
  %v105.not = icmp eq i64 %i100, 280
  br i1 %v105.not, label %exit99, label %body104

body104:
  %i101 = add i64 %i100, 1
  br label %loop98, !llvm.loop !0

exit99:
  %v203 = fpext float %acc97 to double
  store double %v203, ptr %outf, align 8
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 3}
