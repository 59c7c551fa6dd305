; A block shape of five dimensions.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) "nvvm.reqntid"="1,2,3,4,5" {
  store float 1.0, ptr addrspace(1) %p
  ret void
}
