; A bfloat matrix multiply on an architecture that only has half.
; Stock LLVM 22.1: llc: LLVM ERROR: Cannot select: intrinsic.
; ARCH: sm_75
; EXPECT: error
; MESSAGE: (?i)mma
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, float 0.0, float 0.0, float 0.0, float 0.0)
  %e = extractvalue { float, float, float, float } %d, 0
  store float %e, ptr addrspace(1) %p
  ret void
}

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
