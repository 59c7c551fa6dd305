; A kernel name with a space and an at sign, starting with a digit.
; Stock LLVM 22.1: llc: LLVM ERROR: Symbol name with unsupported characters.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)name|character|symbol
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @"9 k$.@-"(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
