; A register limit that is empty.
; Stock LLVM 22.1: llc: cannot parse integer attribute nvvm.maxnreg.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)integer|maxnreg
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) "nvvm.maxnreg"="" {
  store float 1.0, ptr addrspace(1) %p
  ret void
}
