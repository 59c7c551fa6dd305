; A synchronization scope nobody defined.
; Stock LLVM 22.1: llc: LLVM ERROR: NVPTX backend does not support syncscope.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)scope
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 syncscope("galaxy") acq_rel monotonic
  ret void
}
