; Opaque types of other processors.
; Stock LLVM 22.1: llc: killed by a signal.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: opaque type of another processor
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(target("spirv.Image", void, 1) %x, ptr addrspace(1) %p) {
  %a = alloca target("aarch64.svcount")
  store i32 1, ptr addrspace(1) %p
  ret void
}
