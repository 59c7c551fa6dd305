; Module flags that are malformed.
; Stock LLVM 22.1: opt: input module is broken.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)module flag
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k() {
  ret void
}

!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 1, !"x", i32 1}
!1 = !{i32 99, !"y", i32 1}
!2 = !{}
