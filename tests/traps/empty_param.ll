; Parameters of no size, of three bits and of three lanes.
; Stock LLVM 22.1: llc: LLVM ERROR: Empty parameter types are not supported.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)empty parameter
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k({} %e, [0 x i32] %z, i3 %t, <3 x float> %f, ptr addrspace(1) %p) {
  store <3 x float> %f, ptr addrspace(1) %p
  store i3 %t, ptr addrspace(1) %p
  ret void
}
