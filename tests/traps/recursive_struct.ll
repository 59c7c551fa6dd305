; Two structures that contain each other.
; Stock LLVM 22.1: opt: an error with line and column.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)recursive
target triple = "nvptx64-nvidia-cuda"

%a = type { i32, %b }
%b = type { %a }

@g = addrspace(1) global %a zeroinitializer

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = load %a, ptr addrspace(1) %p
  store %a %v, ptr addrspace(1) %p
  ret void
}
