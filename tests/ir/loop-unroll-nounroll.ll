; RUN: opencicc opt %s --passes=loop-unroll,loop-unroll -arch=sm_90 --strict-passes --verify-each | filecheck %s
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=PTX

target triple = "nvptx64-nvidia-cuda"

; Copies that nobody asked for are not the last word: ptxas may unroll the loop further and overlap its loads, as with
; nvcc's and clang's PTX. Only the remainder keeps it out. A second invocation leaves both alone.
define ptx_kernel void @by_estimate(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i32 %n) {
; CHECK-LABEL: @by_estimate(
; CHECK-COUNT-5: load float
; CHECK-NOT: load float
; CHECK: ret void
; PTX-LABEL: .entry by_estimate(
; PTX-NOT: nounroll
; PTX-COUNT-4: ld.global
; PTX: nounroll
; PTX: ld.global
; PTX: ret;
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %at = getelementptr inbounds float, ptr addrspace(1) %p, i32 %i
  %a = load float, ptr addrspace(1) %at
  %s1 = fadd float %s, %a
  %i1 = add nuw nsw i32 %i, 1
  %in = icmp slt i32 %i1, %n
  br i1 %in, label %loop, label %exit
exit:
  store float %s1, ptr addrspace(1) %q
  ret void
}

; A factor that somebody asked for is what he gets.
define ptx_kernel void @by_pragma(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i32 %n) {
; PTX-LABEL: .entry by_pragma(
; PTX: nounroll
; PTX-COUNT-4: ld.global
; PTX: nounroll
; PTX: ld.global
; PTX: ret;
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %at = getelementptr inbounds float, ptr addrspace(1) %p, i32 %i
  %a = load float, ptr addrspace(1) %at
  %s1 = fadd float %s, %a
  %i1 = add nuw nsw i32 %i, 1
  %in = icmp slt i32 %i1, %n
  br i1 %in, label %loop, label %exit, !llvm.loop !0
exit:
  store float %s1, ptr addrspace(1) %q
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 4}
