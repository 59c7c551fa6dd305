; A known intrinsic declared with no arguments: the reader looks at arguments that are not there.
; Stock LLVM 22.1: opt: killed by a signal while reading.
; ARCH: sm_90
; EXPECT: error
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d()

define ptx_kernel void @k() {
  ret void
}
