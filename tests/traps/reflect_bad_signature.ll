; __nvvm_reflect declared with other types.
; Stock LLVM 22.1: opt: killed by a signal in nvvm-reflect.
; ARCH: sm_90
; EXPECT: error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = call double @__nvvm_reflect(double 1.0)
  store double %v, ptr addrspace(1) %p
  ret void
}

declare double @__nvvm_reflect(double)
