; A matrix intrinsic that a pass outside the pipeline would lower.
; Stock LLVM 22.1: llc: LLVM ERROR: Unhandled custom legalization.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load <4 x float>, ptr addrspace(1) %p
  %b = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %a, <4 x float> %a, i32 2, i32 2, i32 2)
  store <4 x float> %b, ptr addrspace(1) %p
  ret void
}

declare <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float>, <4 x float>, i32, i32, i32)
