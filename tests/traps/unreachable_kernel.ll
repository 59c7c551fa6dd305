; A kernel whose start may not be reached.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k() {
  unreachable
}
