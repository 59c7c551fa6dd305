; Inline assembly is passed on unread: this becomes PTX, and only ptxas can object.
; Stock LLVM 22.1: PTX that ptxas refuses.
; ARCH: sm_90
; EXPECT: ptx that ptxas refuses
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  call void asm sideeffect "this is not ptx;", ""()
  ret void
}
