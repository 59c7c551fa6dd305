; RUN: opencicc opt %s --passes=sinking2 | filecheck %s
; RUN: opencicc opt %s --passes=sinking2 -sink-into-texture=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=sinking2 -sink-limit=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=sinking2 -sink-into-texture=1 | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s --passes=sinking2 -sink-into-texture=2 | filecheck %s --check-prefix=TWO
; RUN: opencicc opt %s "--passes=sinking2<fast>" | filecheck %s --check-prefix=FAST
; RUN: opencicc opt %s --passes=sinking2 -dump-sink2 -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; DUMP: sink2: into_fetch: %x to %use
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=PLACED
; RUN: opencicc opt %s -O3 -no-sinking2=1 --print-pipeline-passes | filecheck %s --check-prefix=LEFTOUT
; RUN: opencicc opt %s -O3 -do-sm-specific=0 --print-pipeline-passes | filecheck %s --check-prefix=LEFTOUT
; PLACED: sinking2
; LEFTOUT-NOT: sinking2
target triple = "nvptx64-nvidia-cuda"
declare { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @into_fetch(
; CHECK: use:
; CHECK-NEXT: %x = mul i32 %a, %b
; OFF-LABEL: @into_fetch(
; OFF-NEXT: entry:
; OFF-NEXT: %x = mul
; ONE-LABEL: @into_fetch(
; ONE: use:
; ONE-NEXT: %x = mul
; FAST-LABEL: @into_fetch(
; FAST: use:
; FAST-NEXT: %x = mul
define i32 @into_fetch(i32 %a, i32 %b, i64 %t, i1 %c) {
entry:
  %x = mul i32 %a, %b
  br i1 %c, label %use, label %out
use:
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64 %t, i32 %x)
  %e = extractvalue { i32, i32, i32, i32 } %r, 0
  ret i32 %e
out:
  ret i32 0
}

; The block of the use leads to a fetch and has none: level 3 only.
; CHECK-LABEL: @toward_fetch(
; CHECK: near:
; CHECK-NEXT: %x = mul
; TWO-LABEL: @toward_fetch(
; TWO-NEXT: entry:
; TWO-NEXT: %x = mul
define i32 @toward_fetch(i32 %a, i32 %b, i64 %t, i1 %c, ptr %p, i1 %d) {
entry:
  %x = mul i32 %a, %b
  br i1 %c, label %near, label %out
near:
  store i32 %x, ptr %p
  br i1 %d, label %use, label %out
use:
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64 %t, i32 %x)
  %e = extractvalue { i32, i32, i32, i32 } %r, 0
  ret i32 %e
out:
  ret i32 0
}

; Within a block: the coordinate right in front of the fetch (levels 2 and 3).
; CHECK-LABEL: @within(
; CHECK: store
; CHECK-NEXT: %x = mul
; CHECK-NEXT: %y = add
; CHECK-NEXT: call {{.*}} @llvm.nvvm.tex
; ONE-LABEL: @within(
; ONE-NEXT: %x = mul
; TWO-LABEL: @within(
; TWO: store
; TWO-NEXT: %x = mul
; FAST-LABEL: @within(
; FAST-NEXT: %x = mul
define i32 @within(i32 %a, i32 %b, i64 %t, ptr %p) {
  %x = mul i32 %a, %b
  %y = add i32 %x, 1
  store i32 %a, ptr %p
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64 %t, i32 %y)
  %e = extractvalue { i32, i32, i32, i32 } %r, 0
  ret i32 %e
}

; A load with a write on the way stays, and so it does behind a barrier; with neither it goes.
; CHECK-LABEL: @load_over_store(
; CHECK: %x = load
; CHECK-NEXT: store
; CHECK-LABEL: @load_over_barrier(
; CHECK: %x = load
; CHECK-NEXT: call void @llvm.nvvm.barrier
; CHECK-LABEL: @load_alone(
; CHECK: use:
; CHECK-NEXT: %x = load
define i32 @load_over_store(ptr %p, ptr %q, i64 %t, i1 %c) {
entry:
  %x = load i32, ptr %p
  store i32 1, ptr %q
  br i1 %c, label %use, label %out
use:
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64 %t, i32 %x)
  %e = extractvalue { i32, i32, i32, i32 } %r, 0
  ret i32 %e
out:
  ret i32 0
}
define i32 @load_over_barrier(ptr %p, ptr %q, i64 %t, i1 %c) {
entry:
  %x = load i32, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %c, label %use, label %out
use:
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64 %t, i32 %x)
  %e = extractvalue { i32, i32, i32, i32 } %r, 0
  ret i32 %e
out:
  ret i32 0
}
define i32 @load_alone(ptr %p, ptr %q, i64 %t, i1 %c) {
entry:
  %x = load i32, ptr %p
  br i1 %c, label %use, label %out
use:
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64 %t, i32 %x)
  %e = extractvalue { i32, i32, i32, i32 } %r, 0
  ret i32 %e
out:
  ret i32 0
}

; From in front of a loop into it; a loop header's own computation and what leaves a loop stay.
; CHECK-LABEL: @into_loop(
; CHECK: loop:
; CHECK: %x = mul
; CHECK: call {{.*}} @llvm.nvvm.tex
define i32 @into_loop(i32 %a, i32 %b, i64 %t, i32 %n) {
entry:
  %x = mul i32 %a, %b
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64 %t, i32 %x)
  %e = extractvalue { i32, i32, i32, i32 } %r, 0
  %sum = add i32 %s, %e
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret i32 %sum
}

; CHECK-LABEL: @out_of_loop(
; CHECK: loop:
; CHECK: %x = mul
; CHECK: done:
define i32 @out_of_loop(i32 %a, i64 %t, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  br label %latch
latch:
  %x = mul i32 %i, %a
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64 %t, i32 %x)
  %e = extractvalue { i32, i32, i32, i32 } %r, 0
  ret i32 %e
}

; No fetch, no reason.
; CHECK-LABEL: @no_fetch(
; CHECK-NEXT: entry:
; CHECK-NEXT: %x = mul
define i32 @no_fetch(i32 %a, i32 %b, i1 %c) {
entry:
  %x = mul i32 %a, %b
  br i1 %c, label %use, label %out
use:
  ret i32 %x
out:
  ret i32 0
}
