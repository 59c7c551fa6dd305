; A loop that clears a local array is written out in a function that has no room for other copies: the array may go away.
; RUN: opencicc opt %s --passes=loop-unroll,sroa -arch=sm_90 -unroll-max-function-size=10 | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll,sroa -arch=sm_90 -unroll-max-function-size=2 | filecheck %s --check-prefix=TIGHT
; CHECK-LABEL: define float @cleared(
; CHECK-NOT: alloca
; CHECK-NOT: br i1
; CHECK: ret float
; CHECK-LABEL: define void @elsewhere(
; CHECK: br i1
; TIGHT-LABEL: define float @cleared(
; TIGHT: alloca
; TIGHT: br i1
target triple = "nvptx64-nvidia-cuda"

define float @cleared(float %x) {
entry:
  %tile = alloca [8 x float]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr [8 x float], ptr %tile, i64 0, i64 %i
  store float 0.0, ptr %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 8
  br i1 %done, label %end, label %loop
end:
  %third = getelementptr [8 x float], ptr %tile, i64 0, i64 2
  %v = load float, ptr %third
  %r = fadd float %v, %x
  ret float %r
}

define void @elsewhere(ptr addrspace(1) %tile) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr [8 x float], ptr addrspace(1) %tile, i64 0, i64 %i
  store float 0.0, ptr addrspace(1) %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 8
  br i1 %done, label %end, label %loop
end:
  ret void
}
