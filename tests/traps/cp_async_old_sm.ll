; An asynchronous copy before sm_80.
; Stock LLVM 22.1: llc: LLVM ERROR: Cannot select: intrinsic.
; ARCH: sm_75
; EXPECT: error
; MESSAGE: (?i)cp\.async
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  call void @llvm.nvvm.cp.async.commit.group()
  ret void
}

declare void @llvm.nvvm.cp.async.commit.group()
