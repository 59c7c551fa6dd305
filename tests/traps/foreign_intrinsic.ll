; An intrinsic of another processor.
; Stock LLVM 22.1: llc: LLVM ERROR: Cannot select: intrinsic %llvm.x86.rdtsc.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)x86|intrinsic
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = call i64 @llvm.x86.rdtsc()
  store i64 %v, ptr addrspace(1) %p
  ret void
}

declare i64 @llvm.x86.rdtsc()
