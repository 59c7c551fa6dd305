; Cluster dimensions before sm_90. Code generation drops them without a word, which changes the launch.
; Stock LLVM 22.1: PTX without the cluster.
; ARCH: sm_80
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) "nvvm.cluster_dim"="2,1,1" {
  store i32 1, ptr addrspace(1) %p
  ret void
}
