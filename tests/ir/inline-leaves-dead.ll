; RUN: opencicc opt %s --passes=inline --inline-max-size=1 --inline-budget=0 --inline-total-budget=0 | filecheck %s

; Calls that are weighed and stay, at two heights of the call graph: nothing is inlined, and a function that was dead
; before is still there, because removing it would be a change that the pass does not tell of.
target triple = "nvptx64-nvidia-cuda"

; CHECK: @dead(
; CHECK: call i32 @leaf
; CHECK: call i32 @middle
define internal i32 @dead(i32 %x) {
  ret i32 %x
}

define internal i32 @leaf(i32 %x) {
  %a = mul i32 %x, 3
  %b = xor i32 %a, %x
  %c = mul i32 %b, %a
  %d = udiv i32 %c, 7
  %e = mul i32 %d, %b
  ret i32 %e
}

define internal i32 @middle(i32 %x) {
  %a = call i32 @leaf(i32 %x)
  %b = call i32 @leaf(i32 %a)
  %c = mul i32 %a, %b
  %d = udiv i32 %c, 9
  %e = mul i32 %d, %b
  ret i32 %e
}

define ptx_kernel void @kernel(ptr %p, i32 %x) {
  %a = call i32 @middle(i32 %x)
  %b = call i32 @middle(i32 %a)
  store i32 %b, ptr %p
  ret void
}
