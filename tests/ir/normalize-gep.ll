; RUN: opencicc opt %s --passes=normalize-gep -normalize-gep | filecheck %s
; RUN: opencicc opt %s --passes=normalize-gep -normalize-gep -dump-normalize-gep -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; RUN: opencicc opt %s -O3 -normalize-gep --print-pipeline-passes | filecheck %s --check-prefix=ON
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=OFF
; DUMP: normalize-gep: constant_out: {{.*}} = getelementptr float, ptr %a, i64
; ON: normalize-gep
; OFF-NOT: normalize-gep
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @constant_out(
; CHECK: [[W:%.*]] = sext i32 %x to i64
; CHECK: [[I:%.*]] = add i64 [[W]], -4
; CHECK: getelementptr float, ptr %a, i64 [[I]]
define ptr @constant_out(ptr %a, i32 %x) {
  %i = add nsw i32 %x, -4
  %w = sext i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %w
  ret ptr %p
}

; CHECK-LABEL: @widened(
; CHECK: [[W:%.*]] = sext i32 %x to i64
; CHECK: getelementptr float, ptr %a, i64 [[W]]
define ptr @widened(ptr %a, i32 %x) {
  %p = getelementptr float, ptr %a, i32 %x
  ret ptr %p
}

; It may wrap; it is unsigned and only known not to wrap as a signed one; somebody else uses the extension.
; CHECK-LABEL: @stays(
; CHECK: sext i32 %i to i64
; CHECK: zext i32 %j to i64
; CHECK: sext i32 %j to i64
define i64 @stays(ptr %a, i32 %x, ptr %o) {
  %i = add i32 %x, 4
  %w = sext i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %w
  store ptr %p, ptr %o
  %j = add nsw i32 %x, 5
  %v = zext i32 %j to i64
  %q = getelementptr float, ptr %a, i64 %v
  store ptr %q, ptr %o
  %u = sext i32 %j to i64
  %r = getelementptr float, ptr %a, i64 %u
  store ptr %r, ptr %o
  ret i64 %u
}
