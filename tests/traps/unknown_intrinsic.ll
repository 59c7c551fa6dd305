; A name in LLVM's own name space that LLVM 22 does not know. It would be called as an ordinary function.
; Stock LLVM 22.1: PTX that ptxas does not parse.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)intrinsic
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = call i32 @llvm.nvvm.does.not.exist(i32 1)
  store i32 %v, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.nvvm.does.not.exist(i32)
