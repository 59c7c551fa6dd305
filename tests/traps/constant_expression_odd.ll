; A variable initialized with the distance of two addresses, one of them its own.
; Stock LLVM 22.1: llc: LLVM ERROR: Circular dependency found in global variable set.
; ARCH: sm_90
; EXPECT: error
target triple = "nvptx64-nvidia-cuda"

@a = addrspace(1) global i32 0
@g = addrspace(1) global i32 trunc (i64 sub (i64 ptrtoint (ptr addrspace(1) @a to i64), i64 ptrtoint (ptr addrspace(1) @g to i64)) to i32)

define ptx_kernel void @k() {
  ret void
}
