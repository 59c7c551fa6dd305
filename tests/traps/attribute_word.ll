; A launch bound that is a word.
; Stock LLVM 22.1: opt: can't parse integer attribute many in nvvm.maxntid.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)integer|maxntid
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) "nvvm.maxntid"="many" {
  store float 1.0, ptr addrspace(1) %p
  ret void
}
