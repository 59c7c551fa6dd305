; A call that has to be a jump; PTX can't promise it.
; Stock LLVM 22.1: PTX with an ordinary call.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define i32 @f(i32 %x) noinline {
  %r = musttail call i32 @g(i32 %x)
  ret i32 %r
}

declare i32 @g(i32)

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = call i32 @f(i32 1)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
