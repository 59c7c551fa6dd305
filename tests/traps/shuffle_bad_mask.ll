; A shuffle index outside both vectors.
; Stock LLVM 22.1: opt: an error with line and column.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)shufflevector
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = load <2 x i32>, ptr addrspace(1) %p
  %w = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> <i32 0, i32 9>
  store <2 x i32> %w, ptr addrspace(1) %p
  ret void
}
