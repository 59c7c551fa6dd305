; An unroll count of two thousand million.
; Stock LLVM 22.1: opt: out of memory after half a minute.
; ARCH: sm_90
; EXPECT: ptx
; Our own unroller decides the count, so the request is capped.
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  store volatile i32 %i, ptr addrspace(1) %p
  %j = add i32 %i, 1
  %m = icmp slt i32 %j, %n
  br i1 %m, label %loop, label %exit, !llvm.loop !0

exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 2000000000}
