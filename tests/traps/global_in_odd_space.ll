; A module variable in an address space that no GPU has.
; Stock LLVM 22.1: llc: LLVM ERROR: Bad address space found while emitting PTX: 77.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)address space
target triple = "nvptx64-nvidia-cuda"

@s = addrspace(77) global i32 42

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = load volatile i32, ptr addrspace(77) @s
  store i32 %x, ptr addrspace(1) %p
  ret void
}
