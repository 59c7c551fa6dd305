; A function chosen by a resolver at load time. Code generation forgets the resolver.
; Stock LLVM 22.1: PTX that ptxas refuses.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

@f = ifunc i32 (), ptr @resolve

define ptr @resolve() {
  ret ptr null
}

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = call i32 @f()
  store i32 %x, ptr addrspace(1) %p
  ret void
}
