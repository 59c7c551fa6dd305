; A PTX version that does not know the architecture.
; Stock LLVM 22.1: llc: LLVM ERROR: PTX version 6.3 does not support target 'sm_90'.
; ARCH: sm_90
; PTX-VERSION: 6.3
; EXPECT: error
; MESSAGE: (?i)ptx.*6\.3
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
