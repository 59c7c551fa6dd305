; RUN: opencicc %s -arch=sm_90 -Rpass=unroll -Rpass-missed=unroll -Rpass-analysis=unroll -o %t 2>&1 | filecheck %s
; RUN: opencicc opt %s -arch=sm_90 --passes=loop-unroll --remarks=- -o %t | filecheck %s --check-prefix=YAML
; RUN: opencicc opt %s -arch=sm_90 --passes=loop-unroll --unroll-uniform-convergent=0 -Rpass-missed=unroll \
; RUN:   -Rpass-analysis=unroll -o %t 2>&1 | filecheck %s --check-prefix=ODD
; RUN: opencicc opt %s -arch=sm_90 "--passes=loop-unroll,loop-unroll<O1;no-partial;no-runtime>" -Rpass-missed=unroll \
; RUN:   -o %t 2>&1 | filecheck %s --check-prefix=LESS

; One remark for each loop, of the invocation that had the last word, and none of LLVM's own beside it.
target triple = "nvptx64-nvidia-cuda"
; CHECK-NOT: {{[uU]}}nrolled loop

; Unrolled by the second invocation: what the first could not is not worth a remark any more.
; CHECK-NOT: later: remark: not unrolled
; CHECK: complete: remark: unrolled completely: 8 trips
; CHECK-NOT: {{(complete|later): remark: not}}
; CHECK: later: remark: unrolled by 4 with a remainder loop
define ptx_kernel void @later(ptr %in, ptr %out, i32 %n) {
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
  br i1 %more, label %loop, label %exit
exit:
  store float %added, ptr %out
  ret void
}

; Said by every invocation, heard once.
; CHECK: disabled: remark: not unrolled: unrolling is disabled for it
; CHECK-NOT: {{(disabled|later|complete):}}
; YAML: Function:        'disabled'
; YAML-NOT: TripCount
; YAML: Function:        'complete'
; YAML: TripCount: '8'
define ptx_kernel void @disabled(ptr %in, ptr %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %at = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %at
  %added = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  store float %added, ptr %out
  ret void
}

define ptx_kernel void @complete(ptr %in, ptr %out, i32 %n) {
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
  br i1 %more, label %loop, label %exit
exit:
  store float %added, ptr %out
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
; There is room enough, but 999 trips divide by no power of two, and a barrier gets no remainder.
; ODD: odd: remark: not unrolled: {{.*}}no power of two that fits 101 divides 999 trips, and a remainder loop
; ODD-NOT: leaves no room
define ptx_kernel void @odd(ptr %in, ptr %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %at = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %at
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %added = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 999
  br i1 %more, label %loop, label %exit
exit:
  store float %added, ptr %out
  ret void
}

; A later invocation that may do less has no better reason.
; LESS-NOT: is off
; LESS: scan: remark: not unrolled: its trips are not known before it starts
; LESS-NOT: scan: remark
define ptx_kernel void @scan(ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds i8, ptr %in, i64 %i
  %x = load i8, ptr %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i8 %x, 0
  br i1 %done, label %exit, label %loop
exit:
  store i64 %i, ptr %out
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
