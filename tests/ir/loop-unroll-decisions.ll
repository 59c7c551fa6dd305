; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --strict-passes | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --strict-passes --unroll-decisions=document | filecheck %s --check-prefix=DOCUMENT
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-partial-threshold=101 | filecheck %s --check-prefix=BUDGET

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; At most eight trips: the document writes bounds up to 8 out, we only up to 4.
define ptx_kernel void @bound(ptr addrspace(1) %p) {
; CHECK-LABEL: @bound(
; CHECK-COUNT-1: fmul float
; CHECK-NOT: fmul float
; CHECK: ret void
; DOCUMENT-LABEL: @bound(
; DOCUMENT-COUNT-8: fmul float
; DOCUMENT: ret void
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %has = icmp samesign ult i32 %tid, 8
  br i1 %has, label %ahead, label %exit
ahead:
  br label %loop
loop:
  %i = phi i32 [ %tid, %ahead ], [ %i1, %loop ]
  %at = getelementptr inbounds float, ptr addrspace(1) %p, i32 %i
  %a = load float, ptr addrspace(1) %at
  %b = fmul float %a, %a
  %c = fadd float %b, 1.0
  %d = fadd float %c, %a
  store float %d, ptr addrspace(1) %at
  %i1 = add nuw nsw i32 %i, 1
  %in = icmp samesign ult i32 %i1, 8
  br i1 %in, label %loop, label %left
left:
  br label %exit
exit:
  ret void
}

; Two divisions in double precision to wait for: four copies, unless a budget was given.
define ptx_kernel void @slow(ptr addrspace(3) %p, double %x, i32 %n) {
; CHECK-LABEL: @slow(
; CHECK-COUNT-10: fdiv double
; CHECK-NOT: fdiv double
; CHECK: ret void
; DOCUMENT-LABEL: @slow(
; DOCUMENT-COUNT-6: fdiv double
; DOCUMENT-NOT: fdiv double
; DOCUMENT: ret void
; BUDGET-LABEL: @slow(
; BUDGET-COUNT-6: fdiv double
; BUDGET-NOT: fdiv double
; BUDGET: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %at = getelementptr inbounds double, ptr addrspace(3) %p, i32 %i
  %a = load double, ptr addrspace(3) %at
  %b = fdiv double %x, %a
  %c1 = fmul double %b, %a
  %c2 = fadd double %c1, 1.0
  %c3 = fmul double %c2, %a
  %c4 = fadd double %c3, 2.0
  %c5 = fmul double %c4, %b
  %c6 = fadd double %c5, 3.0
  %c7 = fmul double %c6, %a
  %c8 = fadd double %c7, 4.0
  %c9 = fmul double %c8, %b
  %d1 = fadd double %c9, 5.0
  %d2 = fmul double %d1, %a
  %d3 = fadd double %d2, 6.0
  %d4 = fmul double %d3, %b
  %d5 = fadd double %d4, 7.0
  %d6 = fmul double %d5, %a
  %d7 = fadd double %d6, 8.0
  %d8 = fmul double %d7, %b
  %d9 = fadd double %d8, 9.0
  %e1 = fmul double %d9, %a
  %e2 = fadd double %e1, 10.0
  %e3 = fmul double %e2, %b
  %e = fdiv double %e3, %c2
  %s1 = fadd double %s, %e
  %i1 = add nuw nsw i32 %i, 1
  %in = icmp slt i32 %i1, %n
  br i1 %in, label %loop, label %exit
exit:
  store double %s1, ptr addrspace(3) %p
  ret void
}

; Atomic operations of several trips would wait for each other.
define ptx_kernel void @histogram(ptr addrspace(1) %p, ptr addrspace(3) %bins, i32 %n) {
; CHECK-LABEL: @histogram(
; CHECK-COUNT-1: atomicrmw
; CHECK-NOT: atomicrmw
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %at = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  %a = load i32, ptr addrspace(1) %at
  %bin = getelementptr inbounds i32, ptr addrspace(3) %bins, i32 %a
  %old = atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  %i1 = add nuw nsw i32 %i, 1
  %in = icmp slt i32 %i1, %n
  br i1 %in, label %loop, label %exit
exit:
  ret void
}
