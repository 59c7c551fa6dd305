; invoke, landingpad and resume: nothing can be thrown on a GPU.
; Stock LLVM 22.1: PTX in which the call can't unwind.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) personality ptr @personality {
entry:
  invoke void @may_throw() to label %fine unwind label %caught

fine:
  store i32 1, ptr addrspace(1) %p
  ret void

caught:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

declare void @may_throw()
declare i32 @personality(...)
