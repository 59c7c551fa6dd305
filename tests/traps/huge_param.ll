; A megabyte by value to a kernel: the limit is 32,764 bytes, and ptxas guards it.
; Stock LLVM 22.1: PTX that ptxas refuses.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr byval([1000000 x i8]) align 4 %x, ptr addrspace(1) %p) {
  %v = load i8, ptr %x
  store i8 %v, ptr addrspace(1) %p
  ret void
}
