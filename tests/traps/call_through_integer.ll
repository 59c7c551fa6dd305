; A call to an address that is a number.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = call i32 inttoptr (i64 64 to ptr)(i32 1)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
