; A module for another processor.
; Stock LLVM 22.1: opt: LLVM ERROR: 64-bit code requested on a subtarget that doesn't support it!.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)x86_64|triple|target
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @main() {
  ret i32 0
}
