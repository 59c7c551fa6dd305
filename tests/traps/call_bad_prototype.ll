; A function called with other types than its own.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

declare i32 @f(i32)

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = call double @f(ptr addrspace(1) %p, i128 3)
  store double %v, ptr addrspace(1) %p
  ret void
}
