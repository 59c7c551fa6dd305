; RUN: opencicc %s -arch=sm_90 -O1 --emit=ll -o - | filecheck %s
; RUN: opencicc opt %s "--passes=loop-unroll<O1;late>" -arch=sm_90 | filecheck %s --check-prefix=LATE
; RUN: opencicc opt %s "--passes=loop-unroll<O2;late>" -arch=sm_90 | filecheck %s

; At O1 the second place stands before configuration A, whose budget is O2's: 30 trips go completely there, and
; two copies for O1's budget would have been in the way.
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: @thirty(
; CHECK-COUNT-30: load float
; CHECK-NOT: br i1
; CHECK: ret void
; LATE-LABEL: @thirty(
; LATE: load float
; LATE-NOT: load float
; LATE: ret void
define ptx_kernel void @thirty(ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %at = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %at
  %y1 = fmul float %x, %x
  %y2 = fmul float %y1, %x
  %y3 = fmul float %y2, %x
  %y4 = fmul float %y3, %x
  %y5 = fmul float %y4, %x
  %y6 = fmul float %y5, %x
  %y7 = fmul float %y6, %x
  %y8 = fmul float %y7, %x
  %added = fadd float %sum, %y8
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 30
  br i1 %more, label %loop, label %exit
exit:
  store float %added, ptr %out
  ret void
}
