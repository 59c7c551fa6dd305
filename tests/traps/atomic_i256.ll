; A 256-bit atomic load.
; Stock LLVM 22.1: llc: error: unsupported atomic load.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)atomic
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = load atomic i256, ptr addrspace(1) %p seq_cst, align 32
  store i256 %v, ptr addrspace(1) %p
  ret void
}
