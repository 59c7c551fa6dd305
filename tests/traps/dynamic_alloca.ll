; A stack array whose size is known at run time only (PTX 7.3 and newer).
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %n = load i64, ptr addrspace(1) %p
  %a = alloca i8, i64 %n
  %b = ptrtoint ptr %a to i64
  store i64 %b, ptr addrspace(1) %p
  ret void
}
