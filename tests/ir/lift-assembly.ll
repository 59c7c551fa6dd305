; RUN: opencicc opt %s --passes=lift-assembly -arch=sm_90 | filecheck %s
; RUN: opencicc opt %s --passes=lift-assembly -lift-assembly=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=lift-assembly -fma=0 | filecheck %s --check-prefix=APART
; RUN: opencicc opt %s --passes=lift-assembly -arch=sm_80 | filecheck %s --check-prefix=OLD
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; OFF-COUNT-9: asm
; OFF-NOT: fpext
target triple = "nvptx64-nvidia-cuda"

; Conversions, and the halves of a word.
; CHECK-LABEL: define float @convert(
; CHECK: [[HALF:%.*]] = bitcast i16 %a to half
; CHECK: fpext half [[HALF]] to float
; CHECK: bitcast i32 %word to <2 x i16>
; CHECK: fpext half {{.*}} to float
; CHECK: fptrunc float {{.*}} to bfloat
; CHECK: fptrunc float {{.*}} to half
; CHECK-NOT: asm
; CHECK: ret float
; PTX-LABEL: convert(
; PTX-NOT: begin inline asm
; PTX: ret
define float @convert(i16 %a, i32 %word, float %f) {
  %first = call float asm "{  cvt.f32.f16 $0, $1;}\0A", "=f,h"(i16 %a)
  %upper = call float asm "{.reg .f16 low,high;\0A  mov.b32 {low,high},$1;\0A  cvt.f32.f16 $0, high;}\0A", "=f,r"(i32 %word)
  %narrow = call i16 asm "{  cvt.rn.bf16.f32 $0, $1;}\0A", "=h,f"(float %f)
  %both = call i32 asm "{.reg .f16 low;\0A  cvt.rn.f16.f32 low, $1;\0A  mov.b32 $0, {low,low};}\0A", "=r,f"(float %f)
  %wide = zext i16 %narrow to i32
  %sum = add i32 %wide, %both
  %bits = bitcast i32 %sum to float
  %r = fadd float %first, %upper
  %s = fadd float %r, %bits
  ret float %s
}

; Pairs: `.rn` forbids fusing, its absence allows it; bfloat where the architecture has it.
; CHECK-LABEL: define i32 @pairs(
; CHECK: fmul contract <2 x half>
; CHECK: fadd <2 x half>
; CHECK: call <2 x half> @llvm.fma.v2f16(
; CHECK: fsub contract <2 x bfloat>
; CHECK: fneg <2 x half>
; APART-LABEL: define i32 @pairs(
; APART: fmul <2 x half>
; OLD-LABEL: define i32 @pairs(
; OLD: fmul contract <2 x half>
; OLD: asm "{sub.bf16x2
define i32 @pairs(i32 %a, i32 %b) {
  %m = call i32 asm "{mul.f16x2 $0,$1,$2;\0A}", "=r,r,r"(i32 %a, i32 %b)
  %s = call i32 asm "{add.rn.f16x2 $0,$1,$2;\0A}", "=r,r,r"(i32 %m, i32 %b)
  %f = call i32 asm "{fma.rn.f16x2 $0,$1,$2,$3;\0A}", "=r,r,r,r"(i32 %m, i32 %b, i32 %s)
  %d = call i32 asm "{sub.bf16x2 $0,$1,$2;\0A}", "=r,r,r"(i32 %f, i32 %b)
  %n = call i32 asm "{neg.f16x2 $0,$1;\0A}", "=r,r"(i32 %d)
  ret i32 %n
}

; A comparison is a condition again, not a number that is compared.
; CHECK-LABEL: define i32 @compare(
; CHECK: fcmp ult half
; PTX-LABEL: compare(
; PTX: setp.ltu.f16 [[BELOW:%p[0-9]+]]
; PTX-NOT: setp
; PTX: [[BELOW]]
define i32 @compare(i16 %a, i16 %b, i32 %x, i32 %y) {
  %c = call i16 asm "{ .reg .pred __$$temp3;\0A  setp.ltu.f16  __$$temp3, $1, $2;\0A  selp.u16 $0, 1, 0, __$$temp3;}", "=h,h,h"(i16 %a, i16 %b)
  %is = icmp ne i16 %c, 0
  %r = select i1 %is, i32 %x, i32 %y
  ret i32 %r
}

; Loads of what nobody writes, marked sideeffect or not; small ones fill their register. The lane's number.
; CHECK-LABEL: define i64 @loads(
; CHECK: load i32, ptr addrspace(1) {{.*}}, align 4, !invariant.load
; CHECK: load i64, ptr addrspace(1) {{.*}}, align 16, !invariant.load
; CHECK: load i64, ptr addrspace(1) {{.*}}, align 8, !invariant.load
; CHECK: [[BYTE:%.*]] = load i8, ptr addrspace(1) {{.*}}, align 1, !invariant.load
; CHECK: sext i8 [[BYTE]] to i64
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; PTX-LABEL: loads(
; PTX-DAG: ld.global.nc.b32
; PTX-DAG: ld.global.nc.v2.b64
define i64 @loads(ptr %p, i64 %q) {
  %a = call i32 asm sideeffect "ld.global.nc.u32 $0, [$1];", "=r,l"(ptr %p)
  %b = call { i64, i64 } asm sideeffect "ld.global.nc.v2.u64 {$0, $1}, [$2];", "=l,=l,l"(i64 %q)
  %c = call i32 asm "ld.global.nc.s8 $0, [$1];", "=r,l"(ptr %p)
  %l = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %b0 = extractvalue { i64, i64 } %b, 0
  %b1 = extractvalue { i64, i64 } %b, 1
  %s = add i32 %a, %c
  %t = add i32 %s, %l
  %w = zext i32 %t to i64
  %u = add i64 %b0, %b1
  %r = add i64 %u, %w
  ret i64 %r
}

; What stays: sums of single halves; effects; memory that may change; one unknown instruction; a guard; a name from nowhere; a
; predicate where a number is wanted; flushed denormals.
; CHECK-LABEL: define void @stays(
; CHECK-COUNT-8: asm
; CHECK-LABEL: define i32 @flushed(
; CHECK: asm
define void @stays(i16 %h, i32 %x, ptr %p) {
  %a = call i16 asm "{add.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %h, i16 %h)
  %b = call i32 asm sideeffect "{mul.f16x2 $0,$1,$2;\0A}", "=r,r,r"(i32 %x, i32 %x)
  %c = call i32 asm "ld.global.u32 $0, [$1];", "=r,l"(ptr %p)
  %d = call i32 asm "{ .reg .b32 t; neg.f16x2 t, $1; popc.b32 $0, t; }", "=r,r"(i32 %x)
  %e = call i32 asm "{ .reg .pred p; mov.b32 $0, $1; @p mov.b32 $0, 1; }", "=r,r"(i32 %x)
  %f = call i32 asm "mov.b32 $0, t;", "=r,r"(i32 %x)
  %g = call i32 asm "{ .reg .pred p; setp.eq.f16 p, $1, $1; mov.b32 $0, p; }", "=r,h"(i16 %h)
  %i = call i32 asm "ld.global.nc.u32 $0, [$1];", "=r,l,~{memory}"(ptr %p)
  ret void
}

define i32 @flushed(i32 %x) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %r = call i32 asm "{mul.f16x2 $0,$1,$2;\0A}", "=r,r,r"(i32 %x, i32 %x)
  ret i32 %r
}
