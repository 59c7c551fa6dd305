; A missing comma: the error has to name line and column.
; Stock LLVM 22.1: opt: an error with line and column.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: :\d+:\d+
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 1 ptr addrspace(1) %p
  ret void
}
