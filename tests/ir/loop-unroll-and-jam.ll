; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-runtime=0 --strict-passes --verify-each | filecheck %s

; Metadata asks for the outer loop to be copied into the inner one: four sums grow side by side.
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @jam(i32 %n, i32 %m, ptr noalias %a, ptr noalias %b) {
; CHECK-LABEL: @jam(
; CHECK: inner:
; CHECK-COUNT-4: load i32
; CHECK: latch:
; CHECK-COUNT-4: store i32
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
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll_and_jam.count", i32 4}
