; A division of 999-bit integers is expanded into a loop.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load i999, ptr addrspace(1) %p
  %b = sdiv i999 %a, 12345
  store i999 %b, ptr addrspace(1) %p
  ret void
}
