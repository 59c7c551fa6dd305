; RUN: opencicc opt %s "--passes=sink<rp-aware>" | filecheck %s
; RUN: opencicc opt %s "--passes=sink<rp-aware>" -sink-check-sched=0 | filecheck %s --check-prefix=SCHED
; RUN: opencicc opt %s "--passes=sink<rp-aware>" -sink-single-only=0 | filecheck %s --check-prefix=MANY
; RUN: opencicc opt %s "--passes=sink<rp-aware>" -sink-single-only=0 -max-uses-for-sinking=1 | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s -O3 -rp-aware-sink --print-pipeline-passes | filecheck %s --check-prefix=PLACED
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=LEFTOUT
; RUN: opencicc opt %s -O3 -rp-aware-sink -no-sink=1 --print-pipeline-passes | filecheck %s --check-prefix=LEFTOUT
; PLACED: sink<rp-aware>
; LEFTOUT-NOT: sink<rp-aware>
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)

; Two registers on the way become one, and what fed it follows.
; CHECK-LABEL: @widened(
; CHECK: use:
; CHECK-NEXT: %k = add i32 %i, 1
; CHECK-NEXT: %w = sext i32 %k to i64
define void @widened(i32 %i, ptr %p, i1 %c) {
entry:
  %k = add i32 %i, 1
  %w = sext i32 %k to i64
  br i1 %c, label %use, label %out
use:
  store i64 %w, ptr %p
  store i32 %i, ptr %p
  br label %out
out:
  ret void
}

; The sum takes one register, what it is made of two that nobody else wants.
; CHECK-LABEL: @sum(
; CHECK-NEXT: entry:
; CHECK-NEXT: %s = add
define void @sum(i32 %a, i32 %b, ptr %p, i1 %c) {
entry:
  %s = add i32 %a, %b
  br i1 %c, label %use, label %out
use:
  store i32 %s, ptr %p
  br label %out
out:
  ret void
}

; Parameters of a kernel are read where they are needed.
; CHECK-LABEL: @sum_of_parameters(
; CHECK: use:
; CHECK-NEXT: %s = add
define ptx_kernel void @sum_of_parameters(i32 %a, i32 %b, ptr %p, i1 %c) {
entry:
  %s = add i32 %a, %b
  br i1 %c, label %use, label %out
use:
  store i32 %s, ptr %p
  br label %out
out:
  ret void
}

; A load is begun early.
; CHECK-LABEL: @load(
; CHECK-NEXT: entry:
; CHECK-NEXT: %v = load
; SCHED-LABEL: @load(
; SCHED: use:
; SCHED-NEXT: %v = load
define ptx_kernel void @load(ptr %q, ptr %p, i1 %c) {
entry:
  %v = load i64, ptr %q
  br i1 %c, label %use, label %out
use:
  store i64 %v, ptr %p
  br label %out
out:
  ret void
}

; CHECK-LABEL: @two_uses(
; CHECK-NEXT: entry:
; CHECK-NEXT: %w = sext
; MANY-LABEL: @two_uses(
; MANY: use:
; MANY-NEXT: %w = sext
; ONE-LABEL: @two_uses(
; ONE-NEXT: entry:
; ONE-NEXT: %w = sext
define void @two_uses(i32 %i, ptr %p, ptr %q, i1 %c) {
entry:
  %w = sext i32 %i to i64
  br i1 %c, label %use, label %out
use:
  store i64 %w, ptr %p
  store i64 %w, ptr %q
  br label %out
out:
  ret void
}

; Not into a loop, and a shuffle stays where its lanes are.
; CHECK-LABEL: @stays(
; CHECK-NEXT: entry:
; CHECK-NEXT: %w = sext
; CHECK-NEXT: %s = call
define void @stays(i32 %i, ptr %p, i32 %n, i1 %c) {
entry:
  %w = sext i32 %i to i64
  %s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %i, i32 1, i32 31)
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i64 %w, ptr %p
  %next = add i32 %k, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %then
then:
  br i1 %c, label %use, label %out
use:
  store i32 %s, ptr %p
  br label %out
out:
  ret void
}
