; Small structs of calls that stay are passed as values; what others may call or point to keeps its signature.
; RUN: opencicc opt %s --passes=byval-mem2reg --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=byval-mem2reg,sroa | filecheck %s --check-prefix=SROA
; RUN: opencicc %s -arch=sm_90 -O3 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc opt %s --passes=byval-mem2reg -o /dev/null -Rpass=byval-mem2reg 2>&1 | filecheck %s --check-prefix=SAID
target triple = "nvptx64-nvidia-cuda"

%pair = type { float, float }
%padded = type { i8, i64 }
%big = type { [64 x float] }

@table = global ptr @pointed_to

; SAID: shifted: remark: passed by value instead of by pointer: p

; The callee writes to its copy. The new function stands at the end of the module.
; SROA-LABEL: @shifted(
; SROA-NOT: alloca
; SROA: ret float
define internal float @shifted(ptr byval(%pair) align 8 %p, float %x) noinline {
  %a = load float, ptr %p
  %b = fadd float %a, %x
  store float %b, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  %c = load float, ptr %q
  %d = load float, ptr %p
  %e = fmul float %c, %d
  ret float %e
}

; Bytes between the fields could hold something: a union's other member.
; CHECK: define internal i64 @with_padding(ptr byval(%padded) align 8 %p)
define internal i64 @with_padding(ptr byval(%padded) align 8 %p) noinline {
  %q = getelementptr i8, ptr %p, i64 8
  %a = load i64, ptr %q
  ret i64 %a
}

; CHECK: define internal float @too_big(ptr byval(%big) align 4 %p)
define internal float @too_big(ptr byval(%big) align 4 %p) noinline {
  %a = load float, ptr %p
  ret float %a
}

; CHECK: define float @visible(ptr byval(%pair) align 4 %p)
define float @visible(ptr byval(%pair) align 4 %p) noinline {
  %a = load float, ptr %p
  ret float %a
}

; CHECK: define internal float @pointed_to(ptr byval(%pair) align 4 %p)
define internal float @pointed_to(ptr byval(%pair) align 4 %p) noinline {
  %a = load float, ptr %p
  ret float %a
}

; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: %[[VALUE:[0-9]+]] = load %pair, ptr %local, align 8
; CHECK-NEXT: %r = call float @shifted(%pair %[[VALUE]], float %x) #[[CALL:[0-9]+]]
; CHECK: define internal float @shifted(%pair %p, float %x) #[[ATTRIBUTES:[0-9]+]]
; CHECK-NEXT: %p.copy = alloca %pair, align 8
; CHECK-NEXT: store %pair %p, ptr %p.copy, align 8
; CHECK-NEXT: %a = load float, ptr %p.copy
; CHECK: attributes #[[ATTRIBUTES]] = { noinline }
; CHECK: attributes #[[CALL]] = { nounwind }
; PTX-LABEL: .entry k(
; PTX-NOT: .local
; PTX: st.param.v2.b32
; PTX: call.uni
define ptx_kernel void @k(ptr %out, float %x, float %y) {
  %local = alloca %pair, align 8
  store float %y, ptr %local
  %q = getelementptr i8, ptr %local, i64 4
  store float %x, ptr %q
  %r = call float @shifted(ptr byval(%pair) align 8 %local, float %x) nounwind
  store float %r, ptr %out
  ret void
}

define ptx_kernel void @others(ptr %out, ptr byval(%padded) %padded, ptr byval(%big) %big, ptr byval(%pair) %pair) {
  %a = call i64 @with_padding(ptr byval(%padded) align 8 %padded)
  store i64 %a, ptr %out
  %b = call float @too_big(ptr byval(%big) align 4 %big)
  store float %b, ptr %out
  %c = call float @visible(ptr byval(%pair) align 4 %pair)
  store float %c, ptr %out
  %d = call float @pointed_to(ptr byval(%pair) align 4 %pair)
  store float %d, ptr %out
  ret void
}
