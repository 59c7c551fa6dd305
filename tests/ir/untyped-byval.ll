; Text of LLVM 7 names no type behind byval and sret: the pointer says it.
; RUN: opencicc opt %s --passes=verify | filecheck %s
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
target triple = "nvptx64-nvidia-cuda"

%struct.S = type { i32, float }

; CHECK: define {{.*}}void @k(ptr {{.*}}, ptr {{.*}}byval(%struct.S{{.*}}) align 8 %s)
; PTX: .visible .entry k(
; PTX: .param .align 8 .b8 k_param_1[8]
define void @k(i32* %p, %struct.S* byval align 8 %s) {
  %a = getelementptr %struct.S, %struct.S* %s, i32 0, i32 0
  %v = load i32, i32* %a
  store i32 %v, i32* %p
  ret void
}

; What has its type keeps it, and names and comments with byval in them are left alone: %S* byval
; CHECK: define void @typed(ptr byval(i64) %x, ptr noalias sret({ i32, [2 x i8] }) %byval)
define void @typed(ptr byval(i64) %x, { i32, [2 x i8] }* noalias sret %byval) {
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (i32*, %struct.S*)* @k, !"kernel", i32 1}
