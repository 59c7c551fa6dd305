; A call that describes what an interpreter would need to go on.
; Stock LLVM 22.1: llc: takes it, or dies, as memory happens to lie.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: deoptimization state
target triple = "nvptx64-nvidia-cuda"

declare void @g()

define ptx_kernel void @k(ptr %p) {
  call void @g() [ "deopt"(i32 1, ptr %p) ]
  ret void
}
