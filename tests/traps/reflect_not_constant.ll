; __nvvm_reflect of a null pointer instead of a string.
; Stock LLVM 22.1: opt: killed by a signal in nvvm-reflect.
; ARCH: sm_90
; EXPECT: error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = call i32 @__nvvm_reflect(ptr null)
  store i32 %v, ptr addrspace(1) %p
  ret void
}

declare i32 @__nvvm_reflect(ptr)
