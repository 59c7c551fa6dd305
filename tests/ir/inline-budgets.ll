; What a caller may take in. @work has 9 instructions and one argument: a charge of 5 * 9 - (25 + 10 + 10) = 0; with
; @heavy 20 instructions: 5 * 20 - 45 = 55. @f calls @heavy twice: 110 units; @k is a kernel.
; RUN: opencicc opt %s --passes=inline | filecheck %s --check-prefix=ALL
; RUN: opencicc opt %s --passes=inline -inline-budget=111 -inline-adj-budget1=111 | filecheck %s --check-prefix=ALL
; RUN: opencicc opt %s --passes=inline -inline-budget=110 | filecheck %s --check-prefix=FIRST
; RUN: opencicc opt %s --passes=inline -inline-budget=55 | filecheck %s --check-prefix=KERNEL
; RUN: opencicc opt %s --passes=inline -inline-budget=55 -aggressive-inline | filecheck %s --check-prefix=KERNEL
; RUN: opencicc opt %s --passes=inline -inline-budget=0 -inline-adj-budget1=56 | filecheck %s --check-prefix=KERNEL
; RUN: opencicc opt %s --passes=inline -inline-budget=0 -aggressive-inline | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s --passes=inline -inline-total-budget=56 | filecheck %s --check-prefix=TOTAL
; RUN: opencicc opt %s --passes=inline -inline-budget=0 -nv-inline-all | filecheck %s --check-prefix=ALL
; RUN: opencicc opt %s --passes=inline -inline-max-size=25 | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s --passes=inline -disable-inlining | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s --passes='inline<only-mandatory>' | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s --passes=nv-inline-must | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s --passes=nv-early-inliner -inline-budget=110 | filecheck %s --check-prefix=FIRST
; RUN: opencicc opt %s --passes=nv-early-inliner,inline -inline-budget=110 | filecheck %s --check-prefix=FIRST
; RUN: opencicc opt %s --passes=inline -inline-max-size=25 -o /dev/null -Rpass-missed=inline 2>&1 | filecheck %s --check-prefix=CAP
target triple = "nvptx64-nvidia-cuda"

; CAP: 'heavy' not inlined into 'f': f would reach 38 instructions, above inline-max-size=25
define i32 @heavy(i32 %x) {
  %1 = mul i32 %x, %x
  %2 = add i32 %1, 1
  %3 = mul i32 %2, %1
  %4 = add i32 %3, 2
  %5 = mul i32 %4, %3
  %6 = add i32 %5, 3
  %7 = mul i32 %6, %5
  %8 = add i32 %7, 4
  %9 = mul i32 %8, %7
  %10 = add i32 %9, 5
  %11 = mul i32 %10, %9
  %12 = add i32 %11, 6
  %13 = mul i32 %12, %11
  %14 = add i32 %13, 7
  %15 = mul i32 %14, %13
  %16 = add i32 %15, 8
  %17 = mul i32 %16, %15
  %18 = add i32 %17, 9
  %19 = mul i32 %18, %17
  %20 = add i32 %19, 10
  ret i32 %20
}

; The budget is spent over all runs of the inliner together: what did not fit once does not fit later.
; ALL-LABEL: @f(
; ALL-NOT: call
; FIRST-LABEL: @f(
; FIRST-NOT: %a = call
; FIRST: %b = call i32 @heavy(
; KERNEL-LABEL: @f(
; KERNEL: call i32 @heavy(
; KERNEL: call i32 @heavy(
; NONE-LABEL: @f(
; NONE: call i32 @heavy(
; NONE: call i32 @heavy(
; TOTAL-LABEL: @f(
; TOTAL-NOT: %a = call
; TOTAL: %b = call i32 @heavy(
define i32 @f(i32 %x) {
  %a = call i32 @heavy(i32 %x)
  %b = call i32 @heavy(i32 %a)
  %1 = add i32 %b, 1
  %2 = mul i32 %1, %1
  %3 = add i32 %2, 1
  %4 = mul i32 %3, %1
  %5 = add i32 %4, 1
  %6 = mul i32 %5, %1
  %7 = add i32 %6, 1
  %8 = mul i32 %7, %1
  %9 = add i32 %8, 1
  %10 = mul i32 %9, %1
  %11 = add i32 %10, 1
  %12 = mul i32 %11, %1
  %13 = add i32 %12, 1
  %14 = mul i32 %13, %1
  %15 = add i32 %14, 1
  %16 = mul i32 %15, %1
  ret i32 %16
}

; ALL-LABEL: @k(
; ALL-NOT: call
; FIRST-LABEL: @k(
; FIRST-NOT: call
; KERNEL-LABEL: @k(
; KERNEL-NOT: call
; NONE-LABEL: @k(
; NONE: call i32 @heavy(
; TOTAL-LABEL: @k(
; TOTAL: call i32 @heavy(
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @heavy(i32 %n)
  store i32 %a, ptr %p
  %q = getelementptr i32, ptr %p, i64 1
  store i32 %a, ptr %q
  %r = getelementptr i32, ptr %p, i64 2
  store i32 %a, ptr %r
  %s = getelementptr i32, ptr %p, i64 3
  store i32 %a, ptr %s
  %t = getelementptr i32, ptr %p, i64 4
  store i32 %a, ptr %t
  ret void
}
