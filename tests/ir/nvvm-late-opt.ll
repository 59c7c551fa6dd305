; RUN: opencicc opt %s --passes=nvvm-late-opt | filecheck %s
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=THREE
; RUN: opencicc opt %s -O2 --print-pipeline-passes | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s -O3 -no-late-opt=1 --print-pipeline-passes | filecheck %s --check-prefix=NONE
; THREE: nvvm-late-opt
; NONE-NOT: nvvm-late-opt
target triple = "nvptx64-nvidia-cuda"
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)

; The vote is known, and what it decides goes with what only it needed.
; CHECK-LABEL: @known(
; CHECK-NEXT: ret i32 %b
define i32 @known(i32 %a, i32 %b, i32 %mask) {
  %m = or i32 %mask, 1
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 %m, i1 false)
  %d = mul i32 %a, %a
  %r = select i1 %any, i32 %d, i32 %b
  ret i32 %r
}

; CHECK-LABEL: @unknown(
; CHECK: vote
define i32 @unknown(i32 %a, i32 %b, i32 %mask, i1 %c) {
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 %mask, i1 %c)
  %r = select i1 %any, i32 %a, i32 %b
  ret i32 %r
}
