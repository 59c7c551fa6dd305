; RUN: opencicc opt %s --passes=nvvm-predicate-opt-variant | filecheck %s
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=PLACED
; RUN: opencicc opt %s -O3 -no-predopt-variant=1 --print-pipeline-passes | filecheck %s --check-prefix=LEFTOUT
; PLACED: nvvm-predicate-opt-variant
; LEFTOUT-NOT: nvvm-predicate-opt-variant
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.nvvm.ex2.approx.f(float)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)

; CHECK-LABEL: @divisions(
; CHECK: [[C:%.*]] = freeze i1 %c
; CHECK: [[U:%.*]] = select i1 [[C]], i32 %x, i32 %y
; CHECK: [[V:%.*]] = select i1 [[C]], i32 %n, i32 %m
; CHECK: %r = udiv i32 [[U]], [[V]]
; CHECK-NOT: udiv
; CHECK: ret
define i32 @divisions(i32 %x, i32 %y, i32 %n, i32 %m, i1 %c) {
  %a = udiv i32 %x, %n
  %b = udiv i32 %y, %m
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}

; CHECK-LABEL: @exponentials(
; CHECK: select i1 {{.*}}, float %x, float %y
; CHECK: call float @llvm.nvvm.ex2.approx.f32(
; CHECK-NOT: call float @llvm.nvvm.ex2.approx.f32(
; CHECK: ret
define float @exponentials(float %x, float %y, i1 %c) {
  %a = call float @llvm.nvvm.ex2.approx.f(float %x)
  %b = call float @llvm.nvvm.ex2.approx.f(float %y)
  %r = select i1 %c, float %a, float %b
  ret float %r
}

; One quotient is wanted elsewhere; one is exact; one divisor is a constant; lanes meet in a shuffle; adding is cheap.
; CHECK-LABEL: @stays(
; CHECK-COUNT-6: udiv
; CHECK: call i32 @llvm.nvvm.shfl
; CHECK: call i32 @llvm.nvvm.shfl
; CHECK: add i32
; CHECK: add i32
define i32 @stays(i32 %x, i32 %y, i32 %n, i32 %m, i1 %c) {
  %a = udiv i32 %x, %n
  %b = udiv i32 %y, %m
  %r1 = select i1 %c, i32 %a, i32 %b
  %d = udiv exact i32 %r1, %n
  %e = udiv i32 %a, %m
  %r2 = select i1 %c, i32 %d, i32 %e
  %f = udiv i32 %r2, 7
  %g = udiv i32 %r1, 9
  %r3 = select i1 %c, i32 %f, i32 %g
  %h = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %r3, i32 1, i32 31)
  %i = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %r2, i32 1, i32 31)
  %r4 = select i1 %c, i32 %h, i32 %i
  %j = add i32 %r4, %n
  %k = add i32 %x, %m
  %r5 = select i1 %c, i32 %j, i32 %k
  ret i32 %r5
}

; Half of a double costs nothing, selecting between two doubles does.
; CHECK-LABEL: @halves(
; CHECK-COUNT-2: call i32 @llvm.nvvm.d2i.lo
declare i32 @llvm.nvvm.d2i.lo(double)
define i32 @halves(double %x, double %y, i1 %c) {
  %a = call i32 @llvm.nvvm.d2i.lo(double %x)
  %b = call i32 @llvm.nvvm.d2i.lo(double %y)
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
