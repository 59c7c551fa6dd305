; Functions of the product's names are called where the module has them; without them fp128 is a clear error.
; RUN: opencicc opt %s --passes=lower-ops | filecheck %s
; RUN: not opencicc opt %s -O0 2>&1 | filecheck %s --check-prefix=ERROR
; ERROR: error: arithmetic of fp128 needs the function __nv_mul_fp128, which no module brings
; ERROR: at:  function quad
; ERROR: fix: link a module that defines __nv_mul_fp128
; ERROR: fmul fp128
target triple = "nvptx64-nvidia-cuda"

define i128 @__nv_udiv128(i128, i128) {
  ret i128 0
}
define fp128 @__nv_add_fp128(fp128, fp128) {
  ret fp128 0xL00000000000000000000000000000000
}
define i32 @__nv_fcmp_olt(fp128, fp128) {
  ret i32 0
}
define double @__nv_cvt_f128_f64_rn(fp128) {
  ret double 0.0
}
define i64 @__nv_cvt_f128_u64_rz(fp128) {
  ret i64 0
}

; CHECK-LABEL: @divide(
; CHECK: call i128 @__nv_udiv128(i128 %a, i128 %b)
define i128 @divide(i128 %a, i128 %b) {
  %q = udiv i128 %a, %b
  ret i128 %q
}

; CHECK-LABEL: @quad(
; CHECK: %s = call fp128 @__nv_add_fp128(fp128 %a, fp128 %b)
; CHECK: %[[C:.*]] = call i32 @__nv_fcmp_olt(fp128 %a, fp128 %b)
; CHECK: %c = icmp ne i32 %[[C]], 0
; CHECK: call double @__nv_cvt_f128_f64_rn(fp128 %a)
; CHECK: call i64 @__nv_cvt_f128_u64_rz(fp128 %a)
; CHECK: xor i128 %{{.*}}, -170141183460469231731687303715884105728
; CHECK: fmul fp128 %a, %b
define void @quad(fp128 %a, fp128 %b, ptr %p) {
  %s = fadd fp128 %a, %b
  %c = fcmp olt fp128 %a, %b
  %d = fptrunc fp128 %a to double
  %i = fptoui fp128 %a to i64
  %n = fneg fp128 %a
  %m = fmul fp128 %a, %b
  store fp128 %s, ptr %p
  store i1 %c, ptr %p
  store double %d, ptr %p
  store i64 %i, ptr %p
  store fp128 %n, ptr %p
  store fp128 %m, ptr %p
  ret void
}
