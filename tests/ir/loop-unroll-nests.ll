; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-max-function-size=60 \
; RUN:   | filecheck %s --check-prefix=CAPPED
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-threshold=90 | filecheck %s --check-prefix=SMALL

target triple = "nvptx64-nvidia-cuda"

; The inner loop goes first, then the outer one is looked at again: 3 x 4 copies, no loop left.
define ptx_kernel void @both(ptr %p) {
; CHECK-LABEL: @both(
; CHECK-COUNT-12: store i32
; CHECK-NOT: br i1
; CHECK: ret void
; CAPPED-LABEL: @both(
; CAPPED: br i1
; CAPPED: ret void
entry:
  br label %outer
outer:
  %y = phi i32 [ 0, %entry ], [ %y1, %next ]
  %row = mul i32 %y, 100
  br label %inner
inner:
  %x = phi i32 [ 0, %outer ], [ %x1, %inner ]
  %at = add i32 %row, %x
  %slot = getelementptr inbounds i32, ptr %p, i32 %at
  store i32 %at, ptr %slot
  %x1 = add nuw nsw i32 %x, 1
  %in = icmp ult i32 %x1, 4
  br i1 %in, label %inner, label %next
next:
  %y1 = add nuw nsw i32 %y, 1
  %out = icmp ult i32 %y1, 3
  br i1 %out, label %outer, label %exit
exit:
  ret void
}

; An outer loop of unknown trip count keeps its pragma for a later invocation: it is not innermost now.
define ptx_kernel void @outer_waits(ptr %p, i32 %n, i32 %m) {
; CHECK-LABEL: @outer_waits(
; CHECK: br i1 {{.*}}, label %outer, {{.*}}!llvm.loop [[OUTER:![0-9]+]]
; CHECK: ret void
entry:
  br label %outer
outer:
  %y = phi i32 [ 0, %entry ], [ %y1, %next ]
  br label %inner
inner:
  %x = phi i32 [ 0, %outer ], [ %x1, %inner ]
  %at = add i32 %y, %x
  %slot = getelementptr inbounds i32, ptr %p, i32 %at
  store i32 %at, ptr %slot
  %x1 = add nuw nsw i32 %x, 1
  %in = icmp ult i32 %x1, %m
  br i1 %in, label %inner, label %next
next:
  %y1 = add nuw nsw i32 %y, 1
  %out = icmp ult i32 %y1, %n
  br i1 %out, label %outer, label %exit, !llvm.loop !0
exit:
  ret void
}

; A step of a sorting network: the inner loop has unknown trips now and known ones in every copy of the outer one.
; All of them go in one invocation, the outer one first, unless five unrolled loops are too much.
define ptx_kernel void @network(ptr addrspace(3) %p, i32 %t) {
; CHECK-LABEL: @network(
; CHECK-COUNT-30: store i32
; CHECK-NOT: br i1
; CHECK: ret void
; SMALL-LABEL: @network(
; SMALL-COUNT-2: store i32
; SMALL-NOT: store i32
; SMALL: ret void
entry:
  br label %outer
outer:
  %step = phi i32 [ 1, %entry ], [ %step1, %next ]
  %k = shl nuw nsw i32 1, %step
  br label %inner
inner:
  %j = phi i32 [ %k, %outer ], [ %j1, %inner ]
  %j1 = lshr i32 %j, 1
  %other = xor i32 %t, %j1
  %up = and i32 %t, %k
  %a_at = getelementptr inbounds i32, ptr addrspace(3) %p, i32 %t
  %b_at = getelementptr inbounds i32, ptr addrspace(3) %p, i32 %other
  %a = load i32, ptr addrspace(3) %a_at
  %b = load i32, ptr addrspace(3) %b_at
  %less = icmp ult i32 %a, %b
  %is_up = icmp eq i32 %up, 0
  %swap = xor i1 %less, %is_up
  %low = select i1 %swap, i32 %a, i32 %b
  %high = select i1 %swap, i32 %b, i32 %a
  store i32 %low, ptr addrspace(3) %a_at
  store i32 %high, ptr addrspace(3) %b_at
  %in = icmp ugt i32 %j, 3
  br i1 %in, label %inner, label %next
next:
  %step1 = add nuw nsw i32 %step, 1
  %out = icmp ult i32 %step1, 6
  br i1 %out, label %outer, label %exit
exit:
  ret void
}

; CHECK: [[OUTER]] = distinct !{[[OUTER]], [[ENABLE:![0-9]+]]}
; CHECK: [[ENABLE]] = !{!"llvm.loop.unroll.enable"}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.enable"}
