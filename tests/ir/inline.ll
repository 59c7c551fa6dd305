; Model A: callees come before callers, dead bodies go, and every call that stays has its reason.
; RUN: opencicc opt %s --passes=inline --strict-passes | filecheck %s
; RUN: opencicc opt %s --passes=inline -o /dev/null -Rpass=inline -Rpass-missed=inline 2>&1 | filecheck %s --check-prefix=SAID
; RUN: opencicc opt %s --passes=inline,inline -o /dev/null -Rpass-missed=inline 2>&1 | filecheck %s --check-prefix=ONCE
; RUN: env OPENCICC_NATIVE_HELPER=0 opencicc opt %s --passes=inline | filecheck %s
; RUN: opencicc opt %s --passes=inline --nv-inline-all | filecheck %s
; RUN: opencicc opt %s --passes=inline -inline-model=B | filecheck %s
; RUN: opencicc opt %s --passes=inline -inline-model=C | filecheck %s
target triple = "nvptx64-nvidia-cuda"

declare i32 @outside(i32)

define internal i32 @leaf(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}

define internal i32 @mid(i32 %x) {
  %a = call i32 @leaf(i32 %x)
  %b = call i32 @leaf(i32 %a)
  ret i32 %b
}

define internal i32 @stays(i32 %x) noinline {
  %a = add i32 %x, 7
  ret i32 %a
}

; Another definition may take its place.
define weak i32 @replaceable(i32 %x) {
  ret i32 %x
}

define weak_odr i32 @same_everywhere(i32 %x) {
  %a = sub i32 %x, 5
  ret i32 %a
}

define protected i32 @protected(i32 %x) {
  ret i32 %x
}

define i32 @unoptimized(i32 %x) noinline optnone {
  ret i32 %x
}

define internal i32 @recursive(i32 %x) {
  %is_zero = icmp eq i32 %x, 0
  br i1 %is_zero, label %end, label %more
more:
  %less = sub i32 %x, 1
  %below = call i32 @recursive(i32 %less)
  br label %end
end:
  %result = phi i32 [ 0, %0 ], [ %below, %more ]
  ret i32 %result
}

; The callee's arithmetic flushes denormals: its body would change its meaning here.
define internal float @flushes(float %x) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %y = fadd float %x, 1.0
  ret float %y
}

; CHECK-NOT: define {{.*}}@leaf(
; CHECK-NOT: define {{.*}}@mid(
; CHECK: define ptx_kernel void @k(
; CHECK-NOT: alwaysinline
; CHECK: mul i32
; CHECK: mul i32
; CHECK: call i32 @stays(
; CHECK: call i32 @replaceable(
; CHECK: sub i32
; CHECK: call i32 @protected(
; CHECK: call i32 @unoptimized(
; CHECK: call i32 @recursive(
; CHECK: call i32 @outside(
; CHECK: call float @flushes(
; CHECK-NOT: alwaysinline

; SAID-DAG: 'stays' not inlined into 'k': noinline
; SAID-DAG: 'replaceable' not inlined into 'k': weak linkage
; SAID-DAG: 'protected' not inlined into 'k': the callee has protected visibility
; SAID-DAG: 'outside' not inlined into 'k': the callee has no body here
; SAID-DAG: 'leaf' inlined into 'mid': the charge fits the budget (model A: charge 0, 20000 left)
; SAID-DAG: 'mid' inlined into 'k': the charge fits the budget (model A: charge 0, 40000 left)
; SAID-DAG: 'recursive' not inlined into 'k': the callee is recursive
; SAID-DAG: 'recursive' not inlined into 'recursive': the call is part of a recursion
; SAID-DAG: 'flushes' not inlined into 'k': caller and callee differ in denormal-fp-math-f32

; ONCE: 'stays' not inlined into 'k'
; ONCE-NOT: 'stays' not inlined into 'k'
define ptx_kernel void @k(ptr %p, i32 %n, float %f) {
  %a = call i32 @mid(i32 %n)
  %c = call i32 @stays(i32 %a)
  %d = call i32 @replaceable(i32 %c)
  %e = call i32 @same_everywhere(i32 %d)
  %g = call i32 @protected(i32 %e)
  %h = call i32 @unoptimized(i32 %g)
  %i = call i32 @recursive(i32 %h)
  %j = call i32 @outside(i32 %i)
  store i32 %j, ptr %p
  %z = call float @flushes(float %f)
  store float %z, ptr %p
  ret void
}
