; Two values that need each other.
; Stock LLVM 22.1: opt: input module is broken.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)dominate
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = add i32 %b, 1
  %b = add i32 %a, 1
  store i32 %b, ptr addrspace(1) %p
  ret void
}
