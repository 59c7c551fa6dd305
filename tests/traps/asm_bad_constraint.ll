; An unknown register class in inline assembly. The error is only a diagnostic: the emit call still succeeds.
; Stock LLVM 22.1: llc: couldn't allocate output register for constraint 'Q'.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)constraint
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = call i32 asm "mov.u32 $0, 1;", "=Q"()
  store i32 %v, ptr addrspace(1) %p
  ret void
}
