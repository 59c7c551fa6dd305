; A 128-bit atomic sum.
; Stock LLVM 22.1: llc: error: unsupported cmpxchg.
; ARCH: sm_80
; EXPECT: error
; MESSAGE: (?i)cmpxchg|atomic
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = atomicrmw add ptr addrspace(1) %p, i128 1 monotonic
  store i128 %v, ptr addrspace(1) %p
  ret void
}
