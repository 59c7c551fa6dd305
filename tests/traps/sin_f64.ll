; llvm.sin on double has no instruction: it becomes a call of libdevice.
; Stock LLVM 22.1: llc: LLVM ERROR: Cannot select ... fsin.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load double, ptr addrspace(1) %p
  %b = call double @llvm.sin.f64(double %a)
  store double %b, ptr addrspace(1) %p
  ret void
}

declare double @llvm.sin.f64(double)
