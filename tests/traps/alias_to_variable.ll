; A second name for a variable.
; Stock LLVM 22.1: llc: LLVM ERROR: NVPTX aliasee must be a non-kernel function definition.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)alias
target triple = "nvptx64-nvidia-cuda"

@v = addrspace(1) global i32 1
@w = alias i32, ptr addrspace(1) @v

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) @w
  store i32 %x, ptr addrspace(1) %p
  ret void
}
