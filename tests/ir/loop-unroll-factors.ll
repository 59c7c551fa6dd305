; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-count=1 | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s "--passes=loop-unroll<count=1>" -arch=sm_90 | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s --passes=loop-unroll-full -arch=sm_90 --unroll-count=1 | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 -unroll-function-overrides=asked:count=1,eight:count=1 \
; RUN:   | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-max-count=2 | filecheck %s --check-prefix=TWO
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 -unroll-function-overrides=asked:max-count=2 \
; RUN:   | filecheck %s --check-prefix=TWO
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-count=4 --unroll-max-count=2 \
; RUN:   | filecheck %s --check-prefix=BOTH
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-max-count=1 | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-max-count=2 -Rpass=unroll -o %t 2>&1 \
; RUN:   | filecheck %s --check-prefix=SAID
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 | filecheck %s --check-prefix=DEFAULT
; RUN: opencicc opt %s "--passes=loop-unroll<O3;threshold=-1;count=-1;full-unroll-max=-1>" -arch=sm_90 \
; RUN:   | filecheck %s --check-prefix=DEFAULT
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 \
; RUN:   -unroll-function-overrides=eight:threshold=-1,eight:full-max-count=-1,asked:count=-1,asked:max-count=-1 \
; RUN:   | filecheck %s --check-prefix=DEFAULT

; What options say about factors: 1 stops, unroll-max-count caps whoever asked, -1 is the default.
target triple = "nvptx64-nvidia-cuda"

; ONE-LABEL: @asked(
; ONE: load float
; ONE-NOT: load float
; ONE: ret void
; TWO-LABEL: @asked(
; TWO: loop:
; TWO-COUNT-2: load float
; TWO-NOT: load float
; TWO: br i1
; BOTH-LABEL: @asked(
; BOTH: loop:
; BOTH-COUNT-2: load float
; BOTH-NOT: load float
; BOTH: br i1
; NONE-LABEL: @asked(
; NONE: load float
; NONE-NOT: load float
; NONE: ret void
; DEFAULT-LABEL: @asked(
; DEFAULT: loop:
; DEFAULT-COUNT-4: load float
; DEFAULT: br i1
; SAID: asked: remark: unrolled by 2: a pragma asks for 4, unroll-max-count is 2
define ptx_kernel void @asked(ptr %in, ptr %out, i32 %n) {
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

; A complete unrolling is no factor: unroll-full-max-count caps it.
; ONE-LABEL: @eight(
; ONE: load float
; ONE-NOT: load float
; ONE: ret void
; TWO-LABEL: @eight(
; TWO-COUNT-8: load float
; BOTH-LABEL: @eight(
; BOTH: loop:
; BOTH-COUNT-2: load float
; BOTH-NOT: load float
; BOTH: br i1
; DEFAULT-LABEL: @eight(
; DEFAULT-COUNT-8: load float
; DEFAULT-NOT: br i1
; DEFAULT: ret void
define ptx_kernel void @eight(ptr %in, ptr %out, i32 %n) {
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

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 4}
