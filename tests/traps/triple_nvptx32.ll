; The 32-bit GPU target, which no supported driver runs.
; Stock LLVM 22.1: PTX with .address_size 32.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)nvptx|triple|target|32
target triple = "nvptx-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
