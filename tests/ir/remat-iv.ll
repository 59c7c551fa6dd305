; Induction variables: made narrow where their range is proved, made of another where they keep their distance.
; RUN: opencicc opt %s --passes=remat -remat-iv=5 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=remat -remat-iv=5 -dump-remat-iv=1 -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; RUN: opencicc opt %s --passes=remat -remat-iv=5 -Rpass=remat -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc opt %s --passes=remat | filecheck %s --check-prefix=NOT-SHORT
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-load=0 -simplify-live-out=0 | filecheck %s --check-prefix=FOUR
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-load=0 -simplify-live-out=0 -remat-iv=3 | filecheck %s --check-prefix=THREE
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-load=0 -simplify-live-out=0 -remat-iv=2 | filecheck %s --check-prefix=TWO
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-load=0 -simplify-live-out=0 -remat-iv=1 | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-load=1 -simplify-live-out=0 -remat-iv=0 | filecheck %s --check-prefix=NOT-SHORT
; DUMP: remat-iv: newBaseIV: %i fits 32 bits (sext)
; DUMP: remat-iv: demoteIV: %j is %i + 7
; REMARK: narrow: remark: demoted 1 counters: 0 made of others, 1 made narrow
; REMARK: beside: remark: demoted 1 counters: 1 made of others, 0 made narrow

target triple = "nvptx64-nvidia-cuda"

; NOT-SHORT-LABEL: @narrow(
; NOT-SHORT: phi i64
; CHECK-LABEL: @narrow(
; CHECK: %newBaseIV = phi i32 [ 0, %entry ], [ %newInc, %l ]
; CHECK: %substIV = sext i32 %newBaseIV to i64
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %substIV
; CHECK: %newInc = add i32 %newBaseIV, 1
; CHECK: %newICmp = icmp slt i32 %newInc, 1000
; ONE-LABEL: @narrow(
; ONE: %newInc = add i32 %newBaseIV, 1
; ONE: %substIV{{.*}} = sext i32 %newInc to i64
; ONE: icmp ult i64 %substIV{{.*}}, 1000
; TWO-LABEL: @narrow(
; TWO: icmp slt i32 %newInc, 1000
define ptx_kernel void @narrow(ptr addrspace(1) %p, float %f) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %i1, %l ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store volatile float %f, ptr addrspace(1) %q
  %i1 = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %i1, 1000
  br i1 %c, label %l, label %x
x:
  ret void
}

; Readers in another block of the loop: level 3; behind the loop: level 4.
; CHECK-LABEL: @elsewhere(
; CHECK: phi i32
; FOUR-LABEL: @elsewhere(
; FOUR: phi i32
; THREE-LABEL: @elsewhere(
; THREE: phi i32
; TWO-LABEL: @elsewhere(
; TWO: phi i64
define ptx_kernel void @elsewhere(ptr addrspace(1) %p, float %f, i1 %d) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  br i1 %d, label %some, label %latch
some:
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store volatile float %f, ptr addrspace(1) %q
  br label %latch
latch:
  %i1 = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %i1, 1000
  br i1 %c, label %l, label %x
x:
  ret void
}

; FOUR-LABEL: @behind(
; FOUR: phi i32
; FOUR: x:
; FOUR: sext i32 %newInc to i64
; THREE-LABEL: @behind(
; THREE: phi i64
define ptx_kernel void @behind(ptr addrspace(1) %p, i64 %n) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %i1, %l ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load volatile i64, ptr addrspace(1) %q
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i1, 500
  br i1 %more, label %l, label %x
x:
  store i64 %i1, ptr addrspace(1) %p
  ret void
}

; The bound is a number of 32 bits that a branch in front of the loop knows to be above zero: no bit is lost.
; CHECK-LABEL: @guarded(
; CHECK: phi i32
; CHECK: %newICmp = icmp ne i32 %newInc, %n
define ptx_kernel void @guarded(ptr addrspace(1) %p, i32 %n, float %f) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %pre, label %x
pre:
  %w = zext i32 %n to i64
  br label %l
l:
  %i = phi i64 [ 0, %pre ], [ %i1, %l ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store volatile float %f, ptr addrspace(1) %q
  %i1 = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %i1, %w
  br i1 %c, label %l, label %x
x:
  ret void
}

; Without the branch %n may be 0, and then the counter of 64 bits runs on for ever: it has to.
; CHECK-LABEL: @unguarded(
; CHECK: phi i64
define ptx_kernel void @unguarded(ptr addrspace(1) %p, i32 %n, float %f) {
entry:
  %w = zext i32 %n to i64
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %i1, %l ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store volatile float %f, ptr addrspace(1) %q
  %i1 = add i64 %i, 1
  %c = icmp ne i64 %i1, %w
  br i1 %c, label %l, label %x
x:
  ret void
}

; "Not zero" says nothing of a signed number that is extended with its sign: it may be negative.
; CHECK-LABEL: @signed_guard(
; CHECK: phi i64
define ptx_kernel void @signed_guard(ptr addrspace(1) %p, i32 %n, float %f) {
entry:
  %some = icmp ne i32 %n, 0
  br i1 %some, label %pre, label %x
pre:
  %w = sext i32 %n to i64
  br label %l
l:
  %i = phi i64 [ 0, %pre ], [ %i1, %l ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store volatile float %f, ptr addrspace(1) %q
  %i1 = add i64 %i, 1
  %c = icmp ne i64 %i1, %w
  br i1 %c, label %l, label %x
x:
  ret void
}

; The last value is 2^32: one bit too many.
; CHECK-LABEL: @too_far(
; CHECK: phi i64
define ptx_kernel void @too_far(ptr addrspace(1) %p, float %f) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %i1, %l ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store volatile float %f, ptr addrspace(1) %q
  %i1 = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %i1, 4294967296
  br i1 %c, label %l, label %x
x:
  ret void
}

; One less fits, as an unsigned number.
; CHECK-LABEL: @just(
; CHECK: phi i32
; CHECK: zext i32 %newBaseIV to i64
define ptx_kernel void @just(ptr addrspace(1) %p, float %f) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %i1, %l ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store volatile float %f, ptr addrspace(1) %q
  %i1 = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %i1, 4294967295
  br i1 %c, label %l, label %x
x:
  ret void
}

; CHECK-LABEL: @beside(
; CHECK: %i = phi i32
; CHECK-NOT: phi
; CHECK: %demoteIV = add i32 %i, 7
; CHECK: store volatile i32 %demoteIV
define ptx_kernel void @beside(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i1, %l ]
  %j = phi i32 [ 7, %entry ], [ %j1, %l ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store volatile i32 %j, ptr addrspace(1) %q
  %j1 = add i32 %j, 1
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %l, label %x
x:
  ret void
}

; Another step, another distance in every trip.
; CHECK-LABEL: @apart(
; CHECK: %i = phi i32
; CHECK: %j = phi i32
define ptx_kernel void @apart(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i1, %l ]
  %j = phi i32 [ 7, %entry ], [ %j1, %l ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store volatile i32 %j, ptr addrspace(1) %q
  %j1 = add i32 %j, 2
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %l, label %x
x:
  ret void
}
