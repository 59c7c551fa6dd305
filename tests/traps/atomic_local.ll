; An atomic operation on the stack.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = alloca i32
  store i32 0, ptr %a
  %v = atomicrmw add ptr %a, i32 1 seq_cst
  %w = load i32, ptr %a
  store i32 %w, ptr addrspace(1) %p
  ret void
}
