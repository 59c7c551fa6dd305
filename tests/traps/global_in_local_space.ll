; A module variable in the space of the stack.
; Stock LLVM 22.1: llc: LLVM ERROR: initial value of 's' is not allowed in addrspace(5).
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)initial value|addrspace|address space
target triple = "nvptx64-nvidia-cuda"

@s = addrspace(5) global i32 42

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = load volatile i32, ptr addrspace(5) @s
  store i32 %x, ptr addrspace(1) %p
  ret void
}
