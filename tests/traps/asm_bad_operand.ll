; Inline assembly that names operands it does not have.
; Stock LLVM 22.1: llc: LLVM ERROR: Invalid $ operand number in inline asm string.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)operand
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  call void asm sideeffect "mov.u32 $7, $8;", ""()
  ret void
}
