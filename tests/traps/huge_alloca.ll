; A stack array of a terabyte: PTX may say so, no device can give it.
; Stock LLVM 22.1: PTX that ptxas accepts.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = alloca [1099511627776 x i8]
  %b = ptrtoint ptr %a to i64
  store i64 %b, ptr addrspace(1) %p
  ret void
}
