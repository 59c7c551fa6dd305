; Struct arguments make a call dear, and a callee that stores a lot into copies of its arguments is left alone.
; RUN: opencicc opt %s --passes=inline -inline-budget=1 -inline-adj-budget1=1 | filecheck %s
; RUN: opencicc opt %s --passes=inline -o /dev/null -Rpass-missed=inline 2>&1 | filecheck %s --check-prefix=SAID
target triple = "nvptx64-nvidia-cuda"

%matrix = type { [16 x float] }

; 20 instructions are 100 units; 64 bytes by value save 25 + 10 * (4 + 1).
define internal float @by_value(ptr byval(%matrix) %m) {
  %1 = load float, ptr %m
  %p2 = getelementptr i8, ptr %m, i64 4
  %2 = load float, ptr %p2
  %3 = fadd float %1, %2
  %4 = fmul float %3, %1
  %5 = fadd float %4, %2
  %6 = fmul float %5, %1
  %7 = fadd float %6, %2
  %8 = fmul float %7, %1
  %9 = fadd float %8, %2
  %10 = fmul float %9, %1
  %11 = fadd float %10, %2
  %12 = fmul float %11, %1
  %13 = fadd float %12, %2
  ret float %13
}

define internal float @by_pointer(ptr %m) {
  %1 = load float, ptr %m
  %p2 = getelementptr i8, ptr %m, i64 4
  %2 = load float, ptr %p2
  %3 = fadd float %1, %2
  %4 = fmul float %3, %1
  %5 = fadd float %4, %2
  %6 = fmul float %5, %1
  %7 = fadd float %6, %2
  %8 = fmul float %7, %1
  %9 = fadd float %8, %2
  %10 = fmul float %9, %1
  %11 = fadd float %10, %2
  %12 = fmul float %11, %1
  %13 = fadd float %12, %2
  ret float %13
}

; SAID: 'shuffles_copy' not inlined into 'k': 11 loads x 10 stores of copied arguments exceed 100
define internal float @shuffles_copy(ptr byval(%matrix) %m) {
  %p1 = getelementptr i8, ptr %m, i64 4
  %p2 = getelementptr i8, ptr %m, i64 8
  %p3 = getelementptr i8, ptr %m, i64 12
  %p4 = getelementptr i8, ptr %m, i64 16
  %p5 = getelementptr i8, ptr %m, i64 20
  %p6 = getelementptr i8, ptr %m, i64 24
  %p7 = getelementptr i8, ptr %m, i64 28
  %p8 = getelementptr i8, ptr %m, i64 32
  %p9 = getelementptr i8, ptr %m, i64 36
  %v0 = load float, ptr %m
  %v1 = load float, ptr %p1
  %v2 = load float, ptr %p2
  %v3 = load float, ptr %p3
  %v4 = load float, ptr %p4
  %v5 = load float, ptr %p5
  %v6 = load float, ptr %p6
  %v7 = load float, ptr %p7
  %v8 = load float, ptr %p8
  %v9 = load float, ptr %p9
  store float %v1, ptr %m
  store float %v2, ptr %p1
  store float %v3, ptr %p2
  store float %v4, ptr %p3
  store float %v5, ptr %p4
  store float %v6, ptr %p5
  store float %v7, ptr %p6
  store float %v8, ptr %p7
  store float %v9, ptr %p8
  store float %v0, ptr %p9
  %r = load float, ptr %p5
  ret float %r
}

; CHECK-LABEL: @k(
; CHECK-NOT: call float @by_value(
; CHECK: call float @by_pointer(
; CHECK: call float @shuffles_copy(
define ptx_kernel void @k(ptr %p, ptr byval(%matrix) %m) {
  %a = call float @by_value(ptr byval(%matrix) %m)
  store float %a, ptr %p
  %b = call float @by_pointer(ptr %m)
  store float %b, ptr %p
  %c = call float @shuffles_copy(ptr byval(%matrix) %m)
  store float %c, ptr %p
  ret void
}
