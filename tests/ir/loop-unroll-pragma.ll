; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll-full -arch=sm_90 --strict-passes | filecheck %s --check-prefix=FULL
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-count=2 | filecheck %s --check-prefix=TWO
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 -Rpass=loop-unroll -Rpass-missed=loop-unroll -o %t 2>&1 \
; RUN:   | filecheck %s --check-prefix=REMARK

target triple = "nvptx64-nvidia-cuda"

; A pragma's factor is taken, and the loop is not unrolled again. Its other properties stay.
define ptx_kernel void @by_four(ptr %in, ptr %out, i32 %n) {
; CHECK-LABEL: @by_four(
; CHECK-COUNT-4: load float
; CHECK: br i1 {{.*}}!llvm.loop [[FOUR:![0-9]+]]
; FULL-LABEL: @by_four(
; FULL: load float
; FULL-NOT: load float
; FULL: ret void
; TWO-LABEL: @by_four(
; TWO: loop:
; TWO-COUNT-2: load float
; TWO-NOT: load float
; TWO: br i1
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %at = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %at
  %added = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  store float %added, ptr %out
  ret void
}

; #pragma unroll 1 keeps the loop, and its metadata.
define ptx_kernel void @never(ptr %in, ptr %out) {
; CHECK-LABEL: @never(
; CHECK: load float
; CHECK-NOT: load float
; CHECK: br i1 {{.*}}!llvm.loop [[ONE:![0-9]+]]
; FULL-LABEL: @never(
; FULL: load float
; FULL-NOT: load float
; FULL: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %at = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %at
  %added = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %loop, label %exit, !llvm.loop !3
exit:
  store float %added, ptr %out
  ret void
}

; 200 trips are too many by themselves; asked for, all are made, early too.
define ptx_kernel void @all(ptr %in, ptr %out) {
; CHECK-LABEL: @all(
; CHECK-COUNT-200: load float
; CHECK-NOT: br i1
; CHECK: ret void
; FULL-LABEL: @all(
; FULL-COUNT-200: load float
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %at = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %at
  %added = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 200
  br i1 %more, label %loop, label %exit, !llvm.loop !5
exit:
  store float %added, ptr %out
  ret void
}

; CHECK: [[FOUR]] = distinct !{[[FOUR]], [[PROGRESS:![0-9]+]],
; CHECK: [[PROGRESS]] = !{!"llvm.loop.mustprogress"}
; CHECK: [[ONE]] = distinct !{[[ONE]], [[COUNT:![0-9]+]]}
; CHECK: [[COUNT]] = !{!"llvm.loop.unroll.count", i32 1}

; REMARK: by_four: remark: unrolled by 4: a pragma asks for 4
; REMARK: never: remark: not unrolled: unrolling is disabled for it
; REMARK: all: remark: unrolled completely, asked for by a pragma: 200 trips

!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.mustprogress"}
!2 = !{!"llvm.loop.unroll.count", i32 4}
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.unroll.count", i32 1}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.unroll.full"}
