; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --strict-passes --verify-each | filecheck %s

target triple = "nvptx64-nvidia-cuda"
declare void @outside(i32)

; Two exits, the latch's after four trips: all four copies, each with its own early exit.
define ptx_kernel void @early_exit(ptr %p, i32 %key) {
; CHECK-LABEL: @early_exit(
; CHECK-COUNT-4: load i32
; CHECK-NOT: load i32
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr inbounds i32, ptr %p, i32 %i
  %x = load i32, ptr %at
  %found = icmp eq i32 %x, %key
  br i1 %found, label %exit, label %latch
latch:
  store i32 %i, ptr %at
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Downwards in steps of three: 9, 6, 3.
define ptx_kernel void @downwards(ptr %p) {
; CHECK-LABEL: @downwards(
; CHECK-COUNT-3: store i64
; CHECK-NOT: store i64
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i64 [ 9, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds i64, ptr %p, i64 %i
  store i64 %i, ptr %at
  %next = add nsw i64 %i, -3
  %more = icmp sgt i64 %next, 0
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; An unsigned counter that wraps around: 250 to 3 are ten trips.
define ptx_kernel void @wraps(ptr %p) {
; CHECK-LABEL: @wraps(
; CHECK-COUNT-10: store i8
; CHECK-NOT: store i8
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i8 [ 250, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr %p, i8 %i
  store i8 %i, ptr %at
  %next = add i8 %i, 1
  %more = icmp ne i8 %next, 4
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A cycle with two entries is no loop to anybody.
define ptx_kernel void @irreducible(ptr %p, i1 %c, i32 %n) {
; CHECK-LABEL: @irreducible(
; CHECK-COUNT-2: store i32
; CHECK-NOT: store i32
; CHECK: ret void
entry:
  br i1 %c, label %a, label %b
a:
  %i = phi i32 [ 0, %entry ], [ %k, %b ]
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  br label %b
b:
  %k = phi i32 [ 1, %entry ], [ %j, %a ]
  store i32 %k, ptr %p
  %done = icmp eq i32 %k, %n
  br i1 %done, label %exit, label %a
exit:
  ret void
}

; Two latches: the loop gets one first.
define ptx_kernel void @two_latches(ptr %p, i32 %x) {
; CHECK-LABEL: @two_latches(
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %even ], [ %next, %odd ]
  %at = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 %x, ptr %at
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %body, label %exit
body:
  %bit = trunc i32 %i to i1
  br i1 %bit, label %odd, label %even
odd:
  br label %loop
even:
  br label %loop
exit:
  ret void
}

; A call that stays is copied like anything else.
define ptx_kernel void @calls() {
; CHECK-LABEL: @calls(
; CHECK-COUNT-3: call void @outside
; CHECK-NOT: call void @outside
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @outside(i32 %i)
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
