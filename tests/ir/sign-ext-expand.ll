; Constants move out of extensions.
; RUN: opencicc opt %s --passes=sign-ext-expand -do-sign-ext-expand=1 --verify-each | filecheck %s
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s -O3 -do-sign-ext-expand=1 --print-pipeline-passes | filecheck %s --check-prefix=ON
; OFF-NOT: sign-ext-expand
; ON: sign-ext-expand
target triple = "nvptx64-nvidia-cuda"

; Through several operations; of a subtraction from a constant, a multiplication, a shift, without a sign.
; CHECK-LABEL: @fires(
; CHECK: [[WIDE:%.*]] = sext i32 %i to i64
; CHECK: [[FOUR:%.*]] = mul nsw i64 [[WIDE]], 12
; CHECK: %e = add nsw i64 [[FOUR]], 4
; CHECK: [[X:%.*]] = sext i32 %i to i64
; CHECK: %f = sub nsw i64 7, [[X]]
; CHECK: [[U:%.*]] = zext i32 %i to i64
; CHECK: %g = shl nuw i64 [[U]], 3
define i64 @fires(i32 %i) {
  %k = mul nsw i32 %i, 12
  %j = add nsw i32 %k, 4
  %e = sext i32 %j to i64
  %s = sub nsw i32 7, %i
  %f = sext i32 %s to i64
  %u = shl nuw i32 %i, 3
  %g = zext i32 %u to i64
  %a = add i64 %e, %f
  %b = add i64 %a, %g
  ret i64 %b
}

; What may overflow, in the sense of the extension; what has no constant.
; CHECK-LABEL: @stays(
; CHECK: sext i32 %a to i64
; CHECK: sext i32 %b to i64
; CHECK: zext i32 %c to i64
; CHECK: sext i32 %d to i64
define i64 @stays(i32 %i, i32 %j) {
  %a = add i32 %i, 4
  %b = add nuw i32 %i, 5
  %c = add nsw i32 %i, 6
  %d = add nsw i32 %i, %j
  %e = sext i32 %a to i64
  %f = sext i32 %b to i64
  %g = zext i32 %c to i64
  %h = sext i32 %d to i64
  %x = add i64 %e, %f
  %y = add i64 %g, %h
  %z = add i64 %x, %y
  ret i64 %z
}
