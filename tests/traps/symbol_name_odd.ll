; Names with control characters, quotes and bytes beyond ASCII on a kernel and a variable.
; Stock LLVM 22.1: llc: LLVM ERROR: Symbol name with unsupported characters.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)name|character|symbol
target triple = "nvptx64-nvidia-cuda"

@"na\01me \FF\22" = addrspace(1) global i32 1

define ptx_kernel void @"k\01\E9 x"(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) @"na\01me \FF\22"
  store i32 %v, ptr addrspace(1) %p
  ret void
}
