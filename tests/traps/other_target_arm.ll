; A module for another processor, with another byte order and pointer size.
; Stock LLVM 22.1: assembly for the other processor.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)arm|triple|target
target triple = "armv7-unknown-linux-gnueabihf"
target datalayout = "E-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"

define ptr @k(ptr %p) {
  ret ptr %p
}
