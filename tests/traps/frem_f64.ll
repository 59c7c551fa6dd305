; The remainder of doubles has no instruction either, but code generation can expand it.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load double, ptr addrspace(1) %p
  %b = frem double %a, 3.0
  store double %b, ptr addrspace(1) %p
  ret void
}
