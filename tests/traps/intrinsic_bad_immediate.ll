; An operand that has to be a constant is undef.
; Stock LLVM 22.1: opt: input module is broken.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)immarg|immediate|constant
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  call void @llvm.nvvm.cp.async.wait.group(i32 undef)
  ret void
}

declare void @llvm.nvvm.cp.async.wait.group(i32)
