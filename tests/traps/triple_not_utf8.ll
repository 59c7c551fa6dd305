; A target triple with a byte that is no UTF-8, as damaged bitcode has it.
; Stock LLVM 22.1: llc: an error, unable to get target.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)triple|target
target triple = "nvptx64-nvidia-c\EEda"

define ptx_kernel void @k() {
  ret void
}
