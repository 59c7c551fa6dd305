; Arithmetic on a float type of another processor.
; Stock LLVM 22.1: llc: LLVM ERROR: unsupported library call operation.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)x86_fp80|library call
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load x86_fp80, ptr addrspace(1) %p
  %b = fadd x86_fp80 %a, %a
  store x86_fp80 %b, ptr addrspace(1) %p
  ret void
}
