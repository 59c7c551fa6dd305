; A zero byte in a name.
; Stock LLVM 22.1: opt: an error with line and column.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)nul
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @"k\00x"(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
