; What narrow-integers makes is in tests/native/test_native_narrow.py, on the functions of this file: it needs the helper.
; RUN: opencicc opt %s --passes=narrow-integers | filecheck %s
; RUN: opencicc opt %s --passes=narrow-integers --narrow-integers=0 | filecheck %s --check-prefix=OFF

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.assume(i1)

; Masked numbers of 12 bits times 24 fit, so do the comparison and the address.
; OFF-LABEL: @masked(
; OFF: mul i64
; OFF: icmp slt i64
define i1 @masked(i64 %x, ptr %p) {
  %small = and i64 %x, 4095
  %at = mul i64 %small, 24
  %more = add i64 %at, %small
  %q = getelementptr i8, ptr %p, i64 %more
  store i8 1, ptr %q
  %t = icmp slt i64 %more, 5000
  ret i1 %t
}

; A division of what conditions on the way bound.
; OFF-LABEL: @guarded(
; OFF: udiv i64
define i64 @guarded(i64 %x, i64 %y) {
  %a = icmp ult i64 %x, 100000
  %b = icmp ult i64 %y, 100000
  %both = and i1 %a, %b
  br i1 %both, label %in, label %out
in:
  %d = or i64 %y, 1
  %q = udiv i64 %x, %d
  %r = urem i64 %q, 7
  %z = mul i64 %r, %x
  br label %out
out:
  %v = phi i64 [ %z, %in ], [ -1, %0 ]
  ret i64 %v
}

; Numbers with a sign: the quotient is one of 32 bits because neither is the least with -1.
; OFF-LABEL: @signed(
; OFF: sdiv i64
define i64 @signed(i32 %x, i32 %y) {
  %h = ashr i32 %x, 1
  %a = sext i32 %h to i64
  %b = sext i32 %y to i64
  %d = or i64 %b, 1
  %q = sdiv i64 %a, %d
  ret i64 %q
}

; A loop of known trips: its counter, its test.
; OFF-LABEL: @counter(
; OFF: phi i64
define void @counter(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %q = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %q
  %j = add i64 %i, 3
  %t = icmp ult i64 %j, 999
  br i1 %t, label %loop, label %done
done:
  ret void
}

; An assumption is as good as a condition.
; OFF-LABEL: @assumed(
; OFF: urem i64
define i64 @assumed(i64 %x, i64 %n) {
  %a = icmp ult i64 %x, 1000000
  call void @llvm.assume(i1 %a)
  %b = icmp ult i64 %n, 4096
  call void @llvm.assume(i1 %b)
  %d = or i64 %n, 1
  %r = urem i64 %x, %d
  ret i64 %r
}

; Extended numbers that meet: one extension behind the phi, which is half as wide.
; OFF-LABEL: @joined(
; OFF: phi i64
define float @joined(i1 %c, i32 %x, i32 %y, ptr %p) {
  br i1 %c, label %then, label %else
then:
  %a = sext i32 %x to i64
  br label %out
else:
  %b = sext i32 %y to i64
  br label %out
out:
  %v = phi i64 [ %a, %then ], [ %b, %else ]
  %q = getelementptr float, ptr %p, i64 %v
  %f = load float, ptr %q
  ret float %f
}

; The sum of two numbers of 32 bits has 33.
; CHECK-LABEL: @stays_sum(
; CHECK: add i64 %a, %b
; CHECK: icmp ult i64
define i1 @stays_sum(i32 %x, i32 %y) {
  %a = zext i32 %x to i64
  %b = zext i32 %y to i64
  %s = add i64 %a, %b
  %t = icmp ult i64 %s, 5000000000
  ret i1 %t
}

; One instruction of the machine already.
; CHECK-LABEL: @stays_wide_product(
; CHECK: mul i64 %a, %b
define i64 @stays_wide_product(i16 %x, i16 %y) {
  %a = zext i16 %x to i64
  %b = zext i16 %y to i64
  %s = mul i64 %a, %b
  ret i64 %s
}

; The least number divided by -1 has 33 bits.
; CHECK-LABEL: @stays_least(
; CHECK: sdiv i64
define i64 @stays_least(i32 %x, i32 %y) {
  %a = sext i32 %x to i64
  %b = sext i32 %y to i64
  %d = or i64 %b, 1
  %q = sdiv i64 %a, %d
  ret i64 %q
}

; Nobody knows how often it runs.
; CHECK-LABEL: @stays_counter(
; CHECK: phi i64
define void @stays_counter(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %q = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %q
  %j = add i64 %i, 1
  %t = icmp ult i64 %j, %n
  br i1 %t, label %loop, label %done
done:
  ret void
}

; A part of it is anything.
; CHECK-LABEL: @stays_undef(
; CHECK: phi i64
define float @stays_undef(i1 %c, i32 %x, ptr %p) {
  br i1 %c, label %then, label %out
then:
  %a = sext i32 %x to i64
  br label %out
out:
  %v = phi i64 [ %a, %then ], [ undef, %0 ]
  %q = getelementptr float, ptr %p, i64 %v
  %f = load float, ptr %q
  ret float %f
}

; Written in 64 bits: nothing is saved.
; CHECK-LABEL: @stays_stored(
; CHECK: and i64
define void @stays_stored(i64 %x, ptr %p) {
  %a = and i64 %x, 4095
  store i64 %a, ptr %p
  ret void
}
