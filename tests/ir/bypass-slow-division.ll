; RUN: opencicc opt %s --passes=bypass-slow-division | filecheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @unsigned(
; CHECK: [[BOTH:%.*]] = or i64 %a, %b
; CHECK: [[HIGH:%.*]] = lshr i64 [[BOTH]], 32
; CHECK: [[FIT:%.*]] = icmp eq i64 [[HIGH]], 0
; CHECK: br i1 [[FIT]], label %quick, label %slow
; CHECK: %q = phi i64
; CHECK: quick:
; CHECK: udiv i32
; CHECK: zext i32
; CHECK: slow:
; CHECK: udiv i64 %a, %b
define i64 @unsigned(i64 %a, i64 %b) {
  %q = udiv i64 %a, %b
  ret i64 %q
}

; Quotient and remainder share the test; small operands have no sign.
; CHECK-LABEL: @both(
; CHECK: lshr
; CHECK-NOT: lshr
; CHECK: quick:
; CHECK: udiv i32
; CHECK: urem i32
; CHECK: slow:
; CHECK-DAG: sdiv i64 %a, %b
; CHECK-DAG: srem i64 %a, %b
define i64 @both(i64 %a, i64 %b) {
  %q = sdiv i64 %a, %b
  %x = mul i64 %q, 3
  %r = srem i64 %a, %b
  %s = add i64 %x, %r
  ret i64 %s
}

; A constant divisor becomes a multiplication, 32 bits are quick already, and this dividend does not fit.
; CHECK-LABEL: @stays(
; CHECK-NOT: br
; CHECK: ret
define i64 @stays(i64 %a, i32 %c, i32 %d, i64 %b) {
  %x = udiv i64 %a, 10
  %y = udiv i32 %c, %d
  %z = zext i32 %y to i64
  %w = udiv i64 1234567890123, %b
  %s = add i64 %x, %z
  %t = add i64 %s, %w
  ret i64 %t
}
