; A section group on a kernel: PTX has none, it is dropped.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

$k = comdat any

define ptx_kernel void @k(ptr addrspace(1) %p) comdat {
  store i32 1, ptr addrspace(1) %p
  ret void
}
