; A vector whose length the processor decides: GPUs have none.
; Stock LLVM 22.1: llc: LLVM ERROR: Cannot implicitly convert a scalable size.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)scalable
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load <vscale x 4 x i32>, ptr addrspace(1) %p
  %b = add <vscale x 4 x i32> %a, %a
  store <vscale x 4 x i32> %b, ptr addrspace(1) %p
  ret void
}
