; A phi with a value from a block that does not come before.
; Stock LLVM 22.1: opt: input module is broken.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)phi
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
entry:
  br label %next

next:
  %v = phi i32 [ 1, %entry ], [ 2, %other ]
  store i32 %v, ptr addrspace(1) %p
  ret void

other:
  ret void
}
