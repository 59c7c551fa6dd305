; A stack slot aligned to 4 GB.
; Stock LLVM 22.1: PTX that ptxas refuses.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = alloca i32, align 4294967296
  store volatile i32 1, ptr %a, align 4294967296
  ret void
}
