; A denormal mode that does not exist.
; Stock LLVM 22.1: opt: input module is broken.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)denormal
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) "denormal-fp-math"="bogus,bogus" {
  store float 1.0, ptr addrspace(1) %p
  ret void
}
