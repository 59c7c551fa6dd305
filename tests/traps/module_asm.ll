; Module-level assembly is passed on unread too.
; Stock LLVM 22.1: PTX that ptxas refuses.
; ARCH: sm_90
; EXPECT: ptx that ptxas refuses
target triple = "nvptx64-nvidia-cuda"

module asm "garbage that is not ptx"

define ptx_kernel void @k() {
  ret void
}
