; RUN: opencicc opt %s --passes=nvvm-lower-alloca | filecheck %s
; RUN: opencicc opt %s -O1 --print-pipeline-passes | filecheck %s --check-prefix=ON
; RUN: opencicc opt %s -O1 -no-loweralloca-b --print-pipeline-passes | filecheck %s --check-prefix=OFF
; ON: nvvm-lower-alloca
; OFF-NOT: nvvm-lower-alloca
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @kept(
; CHECK: store i32 1, ptr addrspace(5)
; CHECK: load volatile i32, ptr addrspace(5)
define ptx_kernel void @kept(ptr addrspace(1) %out, i64 %i) {
  %a = alloca [4 x i32]
  %at = getelementptr [4 x i32], ptr %a, i64 0, i64 %i
  store i32 1, ptr %at
  %v = load volatile i32, ptr %a
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; Nothing on the stack: other pointers are not this pass's business.
; CHECK-LABEL: @without(
; CHECK: store i32 1, ptr %p
define ptx_kernel void @without(ptr %p) {
  store i32 1, ptr %p
  ret void
}
