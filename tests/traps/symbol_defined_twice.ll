; One name, two functions.
; Stock LLVM 22.1: opt: an error with line and column.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)redefinition
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k() {
  ret void
}

define ptx_kernel void @k() {
  ret void
}
