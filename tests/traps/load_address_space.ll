; Plain accesses in an address space that no GPU has; code generation takes it for the generic one.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(11) %p) {
  %v = load i32, ptr addrspace(11) %p
  store i32 %v, ptr addrspace(11) %p
  ret void
}
