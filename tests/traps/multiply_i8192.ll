; A product of 8,192-bit integers: legal, 65,536 partial products.
; Stock LLVM 22.1: PTX in a second; ptxas needs more than a minute for it.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load i8192, ptr addrspace(1) %p
  %b = mul i8192 %a, %a
  store i8192 %b, ptr addrspace(1) %p
  ret void
}
