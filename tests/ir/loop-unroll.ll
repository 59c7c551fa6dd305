; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-full-max-count=0 \
; RUN:   | filecheck %s --check-prefix=NOFULL
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-runtime=0 | filecheck %s --check-prefix=NORT
; RUN: opencicc opt %s "--passes=loop-unroll<no-partial;no-runtime>" -arch=sm_90 | filecheck %s --check-prefix=NORT
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-function-overrides=unknown:runtime=0 \
; RUN:   | filecheck %s --check-prefix=NORT

target triple = "nvptx64-nvidia-cuda"

; Six trips fit: all of them. A factor has to be a power of two and divide: 2.
define ptx_kernel void @six(ptr %in, ptr %out) {
; CHECK-LABEL: @six(
; CHECK-COUNT-6: load float
; CHECK-NOT: br i1
; CHECK: ret void
; NOFULL-LABEL: @six(
; NOFULL-COUNT-2: load float
; NOFULL-NOT: load float
; NOFULL: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %at = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %at
  %added = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 6
  br i1 %more, label %loop, label %exit
exit:
  store float %added, ptr %out
  ret void
}

; 1000 trips do not fit; 8 is the largest power of two that divides them.
define ptx_kernel void @thousand(ptr %in, ptr %out) {
; CHECK-LABEL: @thousand(
; CHECK-COUNT-8: load float
; CHECK-NOT: load float
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %at = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %at
  %added = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %exit
exit:
  store float %added, ptr %out
  ret void
}

; An unknown number of trips: eight copies and a remainder behind them.
define ptx_kernel void @unknown(ptr %in, ptr %out, i32 %n) {
; CHECK-LABEL: @unknown(
; CHECK: loop:
; CHECK-COUNT-4: load float
; CHECK: loop.epil:
; CHECK: load float
; CHECK: ret void
; NORT-LABEL: @unknown(
; NORT: load float
; NORT-NOT: load float
; NORT: ret void
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

; A loop that looks for a zero byte stays: nobody knows its trips, and every copy would need its own exit.
define ptx_kernel void @scan(ptr %in, ptr %out) {
; CHECK-LABEL: @scan(
; CHECK: load i8
; CHECK-NOT: load i8
; CHECK: ret void
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
