; 16 GB of shared memory.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [4294967296 x i32] poison

define ptx_kernel void @k(i64 %i) {
  %q = getelementptr i32, ptr addrspace(3) @s, i64 %i
  store volatile i32 1, ptr addrspace(3) %q
  ret void
}
