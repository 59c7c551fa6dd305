; Shared memory with an initial value.
; Stock LLVM 22.1: llc: LLVM ERROR: initial value of 's' is not allowed in addrspace(3).
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)initial value|shared|addrspace
target triple = "nvptx64-nvidia-cuda"

@s = addrspace(3) global i32 42

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(3) @s
  store i32 %x, ptr addrspace(1) %p
  store i32 1, ptr addrspace(3) @s
  ret void
}
