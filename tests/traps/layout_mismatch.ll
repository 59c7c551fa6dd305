; A data layout that is not the GPU's: 32-bit pointers, big endian.
; Stock LLVM 22.1: PTX for a layout that does not exist.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)layout
target triple = "nvptx64-nvidia-cuda"

target datalayout = "E-p:32:32:32-p1:16:16-p3:8:8-i64:32"

define ptx_kernel void @k(ptr addrspace(1) %p, ptr %q) {
  %x = ptrtoint ptr %q to i64
  store i64 %x, ptr addrspace(1) %p
  ret void
}
