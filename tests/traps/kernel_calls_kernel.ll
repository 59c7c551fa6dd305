; A kernel called as if it were a function.
; Stock LLVM 22.1: PTX that ptxas refuses.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @callee(ptr addrspace(1) %p) noinline {
  store volatile i32 1, ptr addrspace(1) %p
  ret void
}

define ptx_kernel void @k(ptr addrspace(1) %p) {
  call ptx_kernel void @callee(ptr addrspace(1) %p)
  ret void
}
