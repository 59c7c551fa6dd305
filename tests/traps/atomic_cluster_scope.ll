; The scope of a cluster, before there are clusters. Code generation writes it all the same.
; Stock LLVM 22.1: PTX that ptxas refuses.
; ARCH: sm_80
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 syncscope("cluster") acq_rel monotonic
  ret void
}
