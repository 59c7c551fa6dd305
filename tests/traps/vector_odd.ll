; Seven lanes of three bits.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load <7 x i3>, ptr addrspace(1) %p
  %b = add <7 x i3> %a, %a
  store <7 x i3> %b, ptr addrspace(1) %p
  ret void
}
