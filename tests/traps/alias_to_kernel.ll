; A second name for a kernel.
; Stock LLVM 22.1: llc: LLVM ERROR: NVPTX aliasee must be a non-kernel function definition.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)alias
target triple = "nvptx64-nvidia-cuda"

@other = alias void (ptr addrspace(1)), ptr @k

define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
