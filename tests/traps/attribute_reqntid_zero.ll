; A block of no threads.
; Stock LLVM 22.1: PTX that ptxas refuses.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) "nvvm.reqntid"="0,0,0" {
  store float 1.0, ptr addrspace(1) %p
  ret void
}
