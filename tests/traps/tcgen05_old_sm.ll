; A tensor memory instruction, which only sm_100a and its relatives have.
; Stock LLVM 22.1: llc: LLVM ERROR: Cannot select: intrinsic.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)tcgen05
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) null, i32 32)
  ret void
}

declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
