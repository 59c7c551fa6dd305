; A kernel that never ends is a fine kernel; compiling it has to end.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
entry:
  br label %loop

loop:
  store volatile i32 1, ptr addrspace(1) %p
  br label %loop
}
