; Inline assembly with a byte that is no UTF-8, here in a comment, where ptxas does not mind.
; Stock LLVM 22.1: PTX with the byte in it.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k() {
  call void asm sideeffect "// caf\E9", ""()
  ret void
}
