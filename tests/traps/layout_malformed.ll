; A data layout that does not parse.
; Stock LLVM 22.1: opt: an error with line and column.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)specification|layout
target triple = "nvptx64-nvidia-cuda"

target datalayout = "e-p:sixty-four"

define ptx_kernel void @k() {
  ret void
}
