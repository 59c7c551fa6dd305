; An atomic operation in an address space that no GPU has.
; Stock LLVM 22.1: llc: LLVM ERROR: Cannot select ... AtomicLoadAdd.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)address ?space|select
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(16777215) %p) {
  %v = atomicrmw add ptr addrspace(16777215) %p, i32 1 monotonic
  ret void
}
