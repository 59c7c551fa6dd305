; Calling conventions of other processors.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define x86_stdcallcc void @f(ptr addrspace(1) %p) noinline {
  store volatile i32 1, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  call x86_stdcallcc void @f(ptr addrspace(1) %p)
  ret void
}
