; A warpgroup matrix instruction, which only sm_90a has.
; Stock LLVM 22.1: llc: LLVM ERROR: Cannot select: intrinsic.
; ARCH: sm_80
; EXPECT: error
; MESSAGE: (?i)wgmma
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  ret void
}

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
