; Metadata nodes that contain themselves and each other, used where structured nodes are expected.
; Stock LLVM 22.1: opt: input module is broken.
; ARCH: sm_90
; EXPECT: error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) !m !0 {
  store i32 1, ptr addrspace(1) %p, !tbaa !0, !alias.scope !2
  ret void
}

!named = !{!0, !1}
!0 = distinct !{!0, !1}
!1 = distinct !{!1, !0}
!2 = !{!2}
