; A function that asks for an architecture and a PTX version of its own.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) "target-cpu"="sm_9000" "target-features"="+ptx12345" {
  store float 1.0, ptr addrspace(1) %p
  ret void
}
