; A mode that is no constant waits for a place where it is one; the last place says what is wrong.
; RUN: opencicc opt %s --passes='nvvm-intrinsic-lowering<level=1>' | filecheck %s
; RUN: opencicc opt %s --passes='function(sroa),nvvm-intrinsic-lowering<level=1>' | filecheck %s --check-prefix=LATER
; RUN: not opencicc opt %s -O0 2>&1 | filecheck %s --check-prefix=ERROR
; RUN: opencicc opt %s -O1 | filecheck %s --check-prefix=LATER
; RUN: opencicc opt %s -O3 -no-intrin-lower=1 | filecheck %s --check-prefix=LATER
; ERROR: error: @llvm.nvvm.vote.sync: its mode is no constant, or not one that the operation has
; ERROR: at:  function late
; ERROR: fix: give the mode as a constant
target triple = "nvptx64-nvidia-cuda"

declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)

; CHECK-LABEL: @late(
; CHECK: call { i32, i1 } @llvm.nvvm.vote.sync(i32 -1, i32 %mode, i1 %p)
; LATER-LABEL: @late(
; LATER: call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %p)
define i32 @late(i1 %p) {
  %slot = alloca i32
  store i32 3, ptr %slot
  %mode = load i32, ptr %slot
  %r = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 %mode, i1 %p)
  %n = extractvalue {i32, i1} %r, 0
  ret i32 %n
}
