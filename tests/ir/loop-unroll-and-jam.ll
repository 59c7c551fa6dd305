; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-runtime=0 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll,loop-unroll,loop-unroll -arch=sm_90 --unroll-runtime=0 | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-count=1 | filecheck %s --check-prefix=ONE
; RUN: opencicc %s -arch=sm_90 --unroll-runtime=0 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -arch=sm_90 --unroll-runtime=0 -Rpass=unroll -Rpass-missed=unroll -o %t 2>&1 \
; RUN:   | filecheck %s --check-prefix=SAID

; Once: what was asked for is done by the first invocation, and says so in one remark.
; SAID-NOT: factor of
; SAID-NOT: disabled
; SAID: jam: remark: unrolled by 4 and jammed into the loop inside it: metadata asks for 4
; SAID-NOT: jam: remark: unrolled
; SAID: enabled: remark: unrolled by {{[0-9]+}} and jammed into the loop inside it: metadata asks for it
; SAID-NOT: jam: remark: unrolled
; SAID: carried: remark: not unrolled and jammed: LLVM's engine refused it
; SAID-NOT: jam: remark: unrolled

; Metadata asks for the outer loop to be copied into the inner one: four sums grow side by side.
; Four copies store four times, and the remainder once.
target triple = "nvptx64-nvidia-cuda"
; PTX-LABEL: .entry jam(
; PTX-COUNT-5: st.
; PTX-NOT: st.
; PTX: ret;
; ONE-LABEL: @jam(
; ONE: load i32
; ONE-NOT: load i32
; ONE: store i32
; ONE-NOT: store i32
; ONE: ret void
define ptx_kernel void @jam(i32 %n, i32 %m, ptr noalias %a, ptr noalias %b) {
; CHECK-LABEL: @jam(
; CHECK: inner:
; CHECK-COUNT-4: load i32
; CHECK: latch:
; CHECK-COUNT-4: store i32
; CHECK-NOT: {{ store i32|unroll_and_jam}}
; CHECK: latch.epil:
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: ret void
entry:
  %c0 = icmp sgt i32 %n, 0
  %c1 = icmp sgt i32 %m, 0
  %c2 = and i1 %c0, %c1
  br i1 %c2, label %outer, label %exit
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  %s = phi i32 [ 0, %outer ], [ %s1, %inner ]
  %p = getelementptr inbounds i32, ptr %b, i32 %j
  %v = load i32, ptr %p
  %s1 = add i32 %v, %s
  %j1 = add nuw i32 %j, 1
  %cj = icmp eq i32 %j1, %m
  br i1 %cj, label %latch, label %inner
latch:
  %q = getelementptr inbounds i32, ptr %a, i32 %i
  store i32 %s1, ptr %q
  %i1 = add nuw i32 %i, 1
  %ci = icmp eq i32 %i1, %n
  br i1 %ci, label %exit, label %outer, !llvm.loop !0
exit:
  ret void
}

; No factor is given: LLVM's own, once.
define ptx_kernel void @enabled(i32 %n, i32 %m, ptr noalias %a, ptr noalias %b) {
; CHECK-LABEL: @enabled(
; CHECK: latch:
; CHECK: store i32
; CHECK-NOT: jam
; CHECK: ret void
entry:
  %c0 = icmp sgt i32 %n, 0
  %c1 = icmp sgt i32 %m, 0
  %c2 = and i1 %c0, %c1
  br i1 %c2, label %outer, label %exit
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  %s = phi i32 [ 0, %outer ], [ %s1, %inner ]
  %p = getelementptr inbounds i32, ptr %b, i32 %j
  %v = load i32, ptr %p
  %s1 = add i32 %v, %s
  %j1 = add nuw i32 %j, 1
  %cj = icmp eq i32 %j1, %m
  br i1 %cj, label %latch, label %inner
latch:
  %q = getelementptr inbounds i32, ptr %a, i32 %i
  store i32 %s1, ptr %q
  %i1 = add nuw i32 %i, 1
  %ci = icmp eq i32 %i1, %n
  br i1 %ci, label %exit, label %outer, !llvm.loop !2
exit:
  ret void
}

; The sum is carried from one outer trip to the next: it stays, and keeps its request.
define ptx_kernel void @carried(i32 %n, i32 %m, ptr noalias %a, ptr noalias %b) {
; CHECK-LABEL: @carried(
; CHECK: latch:
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: br i1 %ci, label %exit{{.*}}, label %outer, !llvm.loop [[ASKED:![0-9]+]]
; CHECK: ret void
; CHECK: [[ASKED]] = distinct !{[[ASKED]], [[BY4:![0-9]+]]}
; CHECK: [[BY4]] = !{!"llvm.loop.unroll_and_jam.count", i32 4}
entry:
  %c0 = icmp sgt i32 %n, 0
  %c1 = icmp sgt i32 %m, 0
  %c2 = and i1 %c0, %c1
  br i1 %c2, label %outer, label %exit
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  %s = phi i32 [ 0, %outer ], [ %s1, %inner ]
  %p = getelementptr inbounds i32, ptr %a, i32 %j
  %v = load i32, ptr %p
  %s1 = add i32 %v, %s
  %j1 = add nuw i32 %j, 1
  %cj = icmp eq i32 %j1, %m
  br i1 %cj, label %latch, label %inner
latch:
  %q = getelementptr inbounds i32, ptr %a, i32 %i
  store i32 %s1, ptr %q
  %i1 = add nuw i32 %i, 1
  %ci = icmp eq i32 %i1, %n
  br i1 %ci, label %exit, label %outer, !llvm.loop !3
exit:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll_and_jam.count", i32 4}
!2 = distinct !{!2, !4}
!3 = distinct !{!3, !1}
!4 = !{!"llvm.loop.unroll_and_jam.enable"}
