; A target triple with a byte that is no UTF-8, as damaged bitcode has it.
; Stock LLVM 22.1: llc: an error, unable to get target.
; ARCH: sm_90
; EXPECT: ptx
; It begins with nvptx64-, which is all that LNK asks; the triple we write is our own.
target triple = "nvptx64-nvidia-c\EEda"

define ptx_kernel void @k() {
  ret void
}
