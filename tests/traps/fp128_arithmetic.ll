; Arithmetic on fp128: there is no such instruction and no library to call.
; Stock LLVM 22.1: llc: LLVM ERROR: unsupported library call operation.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)fp128|128-bit|library call
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load fp128, ptr addrspace(1) %p
  %b = fmul fp128 %a, %a
  store fp128 %b, ptr addrspace(1) %p
  ret void
}
