; RUN: opencicc opt %s --passes=pure-calls,early-cse | filecheck %s
; RUN: opencicc opt %s --passes=pure-calls,early-cse --pure-calls=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=pure-calls,early-cse --pure-calls-max-size=1 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=pure-calls -Rpass=pure -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: wrapper: remark: only computes: equal calls of it are merged [-Rpass=pure-calls]
; REMARK: deeper: remark: only computes
; REMARK-NOT: remark:

target triple = "nvptx64-nvidia-cuda"
declare float @llvm.nvvm.fma.rn.f(float, float, float)
declare void @barrier() convergent

define internal float @library(float %x) memory(none) nounwind willreturn noinline {
  %r = call float @llvm.nvvm.fma.rn.f(float %x, float %x, float %x)
  ret float %r
}

; As clang writes them: convergent, and so is every call.
define internal float @wrapper(float %x) convergent mustprogress {
  %r = call float @library(float %x) convergent
  ret float %r
}

define internal float @deeper(float %x) convergent {
  %a = call float @wrapper(float %x) convergent
  %b = fadd float %a, %x
  ret float %b
}

; One call is left of three, from another block too.
; CHECK-LABEL: @merged(
; CHECK: call float @deeper(float %x)
; CHECK-NOT: call
; CHECK: ret void
; OFF-LABEL: @merged(
; OFF-COUNT-3: call float @deeper(float %x)
define ptx_kernel void @merged(ptr %p, float %x, i1 %c) {
  %a = call float @deeper(float %x) convergent
  %b = call float @deeper(float %x) convergent
  %s = fadd float %a, %b
  store float %s, ptr %p
  br i1 %c, label %more, label %end
more:
  %d = call float @deeper(float %x) convergent
  store float %d, ptr %p
  br label %end
end:
  ret void
}

; These read memory, wait for others, do something unknown, or may be replaced by another module's: both calls stay.
define internal float @reads(ptr %p, float %x) convergent {
  %m = load float, ptr %p
  %r = call float @library(float %m) convergent
  ret float %r
}
define internal float @waits(float %x) convergent {
  call void @barrier() convergent
  %r = call float @library(float %x) convergent
  ret float %r
}
define internal float @assembly(float %x) convergent {
  %y = call float asm "mov.f32 $0, $1;", "=f,f"(float %x) convergent
  %r = call float @library(float %y) convergent
  ret float %r
}
define internal float @pointer(ptr %f, float %x) convergent {
  %y = call float %f(float %x)
  %r = call float @library(float %y) convergent
  ret float %r
}
define weak float @replaced(float %x) convergent {
  %r = call float @library(float %x) convergent
  ret float %r
}
; CHECK-LABEL: @stays(
; CHECK-COUNT-2: call float @reads
; CHECK-COUNT-2: call float @waits
; CHECK-COUNT-2: call float @assembly
; CHECK-COUNT-2: call float @pointer
; CHECK-COUNT-2: call float @replaced
define ptx_kernel void @stays(ptr %p, float %x, ptr %f) {
  %a = call float @reads(ptr %p, float %x) convergent
  store volatile float %a, ptr %p
  %b = call float @reads(ptr %p, float %x) convergent
  store volatile float %b, ptr %p
  %c = call float @waits(float %x) convergent
  %d = call float @waits(float %x) convergent
  store volatile float %c, ptr %p
  store volatile float %d, ptr %p
  %e = call float @assembly(float %x) convergent
  %g = call float @assembly(float %x) convergent
  store volatile float %e, ptr %p
  store volatile float %g, ptr %p
  %h = call float @pointer(ptr %f, float %x) convergent
  %i = call float @pointer(ptr %f, float %x) convergent
  store volatile float %h, ptr %p
  store volatile float %i, ptr %p
  %j = call float @replaced(float %x) convergent
  %k = call float @replaced(float %x) convergent
  store volatile float %j, ptr %p
  store volatile float %k, ptr %p
  ret void
}
