; A function passed as an argument is called directly once its user is inlined: a further round takes it in.
; RUN: opencicc opt %s --passes=inline | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s --passes='inline<iterations=5>' | filecheck %s --check-prefix=MORE
; RUN: opencicc opt %s --passes='inline<iterations=5>' -inline-model=C | filecheck %s --check-prefix=MORE
target triple = "nvptx64-nvidia-cuda"

define internal i32 @apply(ptr %f, i32 %x) {
  %y = call i32 %f(i32 %x)
  ret i32 %y
}

define internal i32 @twice(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}

; ONE-LABEL: @k(
; ONE: call i32 @twice(
; MORE-LABEL: @k(
; MORE-NOT: call
; MORE: mul i32 %n, 3
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @apply(ptr @twice, i32 %n)
  store i32 %a, ptr %p
  ret void
}
