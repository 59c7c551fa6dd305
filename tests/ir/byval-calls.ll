; Small structs of calls through pointers are passed as values; the callee's signature stays what it is.
; RUN: opencicc opt %s --passes=byval-calls --strict-passes --verify-each -arch=sm_90 | filecheck %s
; RUN: opencicc opt %s --passes=byval-calls,sroa -arch=sm_90 | filecheck %s --check-prefix=SROA
; RUN: opencicc %s -arch=sm_90 -O3 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc opt %s --passes=byval-calls -arch=sm_90 -o /dev/null -Rpass=byval-calls 2>&1 | filecheck %s --check-prefix=SAID
target triple = "nvptx64-nvidia-cuda"

%pair = type { float, float }
%padded = type { i8, i64 }
%big = type { [64 x float] }

; SAID: k: remark: 1 of its arguments passed by value instead of by pointer

@table = internal addrspace(4) constant [2 x ptr] [ptr @sum, ptr @product]

define internal float @sum(ptr byval(%pair) align 4 %p, float %x) noinline {
  %q = getelementptr i8, ptr %p, i64 4
  %a = load float, ptr %p
  %b = load float, ptr %q
  %c = fadd float %a, %b
  %d = fadd float %c, %x
  ret float %d
}

define internal float @product(ptr byval(%pair) align 4 %p, float %x) noinline {
  %q = getelementptr i8, ptr %p, i64 4
  %a = load float, ptr %p
  %b = load float, ptr %q
  %c = fmul float %a, %b
  %d = fadd float %c, %x
  ret float %d
}

; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: %[[VALUE:[0-9]+]] = load %pair, ptr %local, align 4
; CHECK-NEXT: %r = call float %f(%pair %[[VALUE]], float %x) #[[CALL:[0-9]+]]
; SROA-LABEL: define ptx_kernel void @k(
; SROA-NOT: alloca
; SROA: call float %f(%pair
; PTX: .entry k(
; PTX-NOT: .local
; PTX: .callprototype (.param .b32 _) _ (.param .align 4 .b8 _[8], .param .b32 _);
define ptx_kernel void @k(ptr %o, i32 %n, float %x) {
  %local = alloca %pair, align 4
  %slot = getelementptr ptr, ptr addrspace(4) @table, i32 %n
  %f = load ptr, ptr addrspace(4) %slot
  store float %x, ptr %local
  %second = getelementptr i8, ptr %local, i64 4
  store float 2.0, ptr %second
  %r = call float %f(ptr byval(%pair) align 4 %local, float %x) #0
  store float %r, ptr %o
  ret void
}

; Bytes between the fields, an alignment of its own, too many fields, a callee that is known, another kind of pointer.
; CHECK-LABEL: define void @stays(
; CHECK: call void %f(ptr byval(%padded) align 8 %p)
; CHECK: call void %f(ptr byval(%pair) align 16 %p)
; CHECK: call void %f(ptr byval(%pair) %p)
; CHECK: call void %f(ptr byval(%big) align 4 %p)
; CHECK: call float @sum(ptr byval(%pair) align 4 %p, float 1.0
; CHECK: call void %f(ptr %p)
define void @stays(ptr %f, ptr %p) {
  call void %f(ptr byval(%padded) align 8 %p)
  call void %f(ptr byval(%pair) align 16 %p)
  call void %f(ptr byval(%pair) %p)
  call void %f(ptr byval(%big) align 4 %p)
  %r = call float @sum(ptr byval(%pair) align 4 %p, float 1.0)
  call void %f(ptr %p)
  ret void
}

; CHECK: attributes #[[CALL]] = { convergent }
attributes #0 = { convergent }
