; A vector of 16,384 floats: legal, and 64 KB of straight-line code.
; Stock LLVM 22.1: PTX in two seconds; ptxas needs a minute for it.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load <16384 x float>, ptr addrspace(1) %p
  %b = fmul <16384 x float> %a, %a
  store <16384 x float> %b, ptr addrspace(1) %p
  ret void
}
