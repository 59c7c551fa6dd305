; RUN: opencicc opt %s --passes=lower-ops | filecheck %s --check-prefixes=CHECK,PLAIN
; RUN: opencicc opt %s --passes='lower-ops<enable-optimization>' | filecheck %s --check-prefixes=CHECK,NARROW
; RUN: opencicc opt %s -O0 | filecheck %s --check-prefix=LEVEL
; RUN: opencicc opt %s -Ofast-compile=max | filecheck %s --check-prefix=LEVEL
; RUN: opencicc opt %s -language=ptx | filecheck %s --check-prefix=LEVEL
; RUN: opencicc opt %s -O3 | filecheck %s --check-prefix=LEVEL
; RUN: opencicc %s -O0 -o - | filecheck %s --check-prefix=PTX
; LEVEL-NOT: {{(udiv|sdiv|urem|srem) i128 %a, %b|[us]itofp i128}}
; PTX: .func {{.*}} __opencicc_udiv128
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @divisions(
; CHECK-NEXT: call i128 @__opencicc_udiv128(i128 %a, i128 %b)
; CHECK-NEXT: call i128 @__opencicc_urem128(i128 %a, i128 %b)
; CHECK-NEXT: call i128 @__opencicc_idiv128(i128 %a, i128 %b)
; CHECK-NEXT: call i128 @__opencicc_irem128(i128 %a, i128 %b)
define void @divisions(i128 %a, i128 %b, ptr %p) {
  %q = udiv i128 %a, %b
  %r = urem i128 %a, %b
  %s = sdiv i128 %a, %b
  %t = srem i128 %a, %b
  %x = xor i128 %q, %r
  %y = xor i128 %s, %t
  %z = xor i128 %x, %y
  store i128 %z, ptr %p
  ret void
}

; Other widths are extended first.
; CHECK-LABEL: @odd_width(
; CHECK-NEXT: %[[A:.*]] = sext i100 %a to i128
; CHECK-NEXT: %[[B:.*]] = sext i100 %b to i128
; CHECK-NEXT: %[[Q:.*]] = call i128 @__opencicc_idiv128(i128 %[[A]], i128 %[[B]])
; CHECK-NEXT: trunc i128 %[[Q]] to i100
define i100 @odd_width(i100 %a, i100 %b) {
  %q = sdiv i100 %a, %b
  ret i100 %q
}

; Both operands have 64 bits only.
; PLAIN-LABEL: @extended(
; PLAIN: call i128 @__opencicc_udiv128
; NARROW-LABEL: @extended(
; NARROW: %[[B:.*]] = zext i32 %b to i64
; NARROW: %[[Q:.*]] = udiv i64 %a, %[[B]]
; NARROW: zext i64 %[[Q]] to i128
define i128 @extended(i64 %a, i32 %b) {
  %x = zext i64 %a to i128
  %y = zext i32 %b to i128
  %q = udiv i128 %x, %y
  ret i128 %q
}

; CHECK-LABEL: @conversions(
; CHECK: call double @__opencicc_u128_to_f64(i128 %a)
; CHECK: %[[S:.*]] = ashr i128 %a, 127
; CHECK: call float @__opencicc_u128_to_f32(
; CHECK: %[[H:.*]] = call float @__opencicc_u128_to_odd_f32(i128 %a)
; CHECK: fptrunc float %[[H]] to half
; CHECK: %[[D:.*]] = fpext float %f to double
; CHECK: call i128 @__opencicc_f64_to_i128(double %[[D]])
; CHECK: call i128 @__opencicc_f64_to_u128(double %d)
define void @conversions(i128 %a, float %f, double %d, ptr %p) {
  %u = uitofp i128 %a to double
  %s = sitofp i128 %a to float
  %h = uitofp i128 %a to half
  %i = fptosi float %f to i128
  %j = fptoui double %d to i128
  store double %u, ptr %p
  store float %s, ptr %p
  store half %h, ptr %p
  store i128 %i, ptr %p
  store i128 %j, ptr %p
  ret void
}

; Shifts are better than a call; what PTX has is code generation's.
; CHECK-LABEL: @stays(
; CHECK-NEXT: udiv i128 %a, 4096
; CHECK-NEXT: udiv i64 %b, %b
; CHECK-NEXT: mul i128 %a, %a
; CHECK-NEXT: uitofp i64 %b to double
define void @stays(i128 %a, i64 %b) {
  %q = udiv i128 %a, 4096
  %r = udiv i64 %b, %b
  %m = mul i128 %a, %a
  %u = uitofp i64 %b to double
  ret void
}

; The library is this module's own, and only what is called is there.
; CHECK: define internal {{.*}}@__opencicc_udiv128(
; CHECK-NOT: define {{.*}}__opencicc_missing
