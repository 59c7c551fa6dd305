; A cast between two specific address spaces, neither of them generic.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(3)
  store i32 1, ptr addrspace(3) %q
  ret void
}
