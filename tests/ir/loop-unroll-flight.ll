; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-fill-flight=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 -Rpass=loop-unroll -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: bodies: remark: unrolled by 8 with a remainder loop
; REMARK: apart: remark: unrolled by 4 with a remainder loop
; REMARK: stored: remark: unrolled by 4 with a remainder loop
; REMARK: inner: remark: unrolled by 4 with a

target triple = "nvptx64-nvidia-cuda"

declare float @llvm.nvvm.sin.approx.f(float)
declare float @llvm.nvvm.cos.approx.f(float)

; One vector a trip, as four loads of it, and work enough that ptxas leaves four copies as they are: eight.
; CHECK-LABEL: @bodies(
; CHECK-COUNT-18: call float @llvm.nvvm.sin
; CHECK-NOT: @llvm.nvvm.sin
; CHECK: ret void
; OFF-LABEL: @bodies(
; OFF-COUNT-8: call float @llvm.nvvm.sin
; OFF: br i1
; OFF-COUNT-2: call float @llvm.nvvm.sin
; OFF-NOT: @llvm.nvvm.sin
; OFF: ret void
define ptx_kernel void @bodies(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias %q, i32 %n, float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %wide = sext i32 %i to i64
  %at = getelementptr inbounds [4 x float], ptr addrspace(1) %p, i64 %wide
  %a = load float, ptr addrspace(1) %at, align 16
  %at1 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 4
  %b = load float, ptr addrspace(1) %at1, align 4
  %at2 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 8
  %c = load float, ptr addrspace(1) %at2, align 8
  %at3 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 12
  %d = load float, ptr addrspace(1) %at3, align 4
  %e = fsub float %a, %x
  %f = fsub float %b, %x
  %g = fsub float %c, %x
  %h = fmul float %e, %e
  %j = fmul float %f, %f
  %k = fmul float %g, %g
  %l = fadd float %h, %j
  %m = fadd float %l, %k
  %sin1 = call float @llvm.nvvm.sin.approx.f(float %m)
  %sin2 = call float @llvm.nvvm.sin.approx.f(float %d)
  %cos1 = call float @llvm.nvvm.cos.approx.f(float %m)
  %t = fmul float %sin1, %sin2
  %u = fmul float %t, %cos1
  %v = fadd float %u, %e
  %w = fmul float %v, %f
  %y = fadd float %w, %g
  %s1 = fadd float %s, %y
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  store float %s1, ptr addrspace(1) %q
  ret void
}

; Four words a trip that are loaded one by one: sixteen are under way in four copies.
; CHECK-LABEL: @apart(
; CHECK-COUNT-10: call float @llvm.nvvm.sin
; CHECK-NOT: @llvm.nvvm.sin
; CHECK: ret void
define ptx_kernel void @apart(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias %q, i32 %n, float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %wide = sext i32 %i to i64
  %at = getelementptr inbounds [5 x float], ptr addrspace(1) %p, i64 %wide
  %a = load float, ptr addrspace(1) %at, align 4
  %at1 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 4
  %b = load float, ptr addrspace(1) %at1, align 4
  %at2 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 8
  %c = load float, ptr addrspace(1) %at2, align 4
  %at3 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 12
  %d = load float, ptr addrspace(1) %at3, align 4
  %e = fsub float %a, %x
  %f = fsub float %b, %x
  %g = fsub float %c, %x
  %h = fmul float %e, %e
  %j = fmul float %f, %f
  %k = fmul float %g, %g
  %l = fadd float %h, %j
  %m = fadd float %l, %k
  %sin1 = call float @llvm.nvvm.sin.approx.f(float %m)
  %sin2 = call float @llvm.nvvm.sin.approx.f(float %d)
  %cos1 = call float @llvm.nvvm.cos.approx.f(float %m)
  %t = fmul float %sin1, %sin2
  %u = fmul float %t, %cos1
  %v = fadd float %u, %e
  %w = fmul float %v, %f
  %y = fadd float %w, %g
  %s1 = fadd float %s, %y
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  store float %s1, ptr addrspace(1) %q
  ret void
}

; Stores in the loop: loads of later trips may have to wait for them.
; CHECK-LABEL: @stored(
; CHECK-COUNT-10: call float @llvm.nvvm.sin
; CHECK-NOT: @llvm.nvvm.sin
; CHECK: ret void
define ptx_kernel void @stored(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias %q, i32 %n, float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %wide = sext i32 %i to i64
  %at = getelementptr inbounds [4 x float], ptr addrspace(1) %p, i64 %wide
  %a = load float, ptr addrspace(1) %at, align 16
  %at1 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 4
  %b = load float, ptr addrspace(1) %at1, align 4
  %at2 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 8
  %c = load float, ptr addrspace(1) %at2, align 8
  %at3 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 12
  %d = load float, ptr addrspace(1) %at3, align 4
  %e = fsub float %a, %x
  %f = fsub float %b, %x
  %g = fsub float %c, %x
  %h = fmul float %e, %e
  %j = fmul float %f, %f
  %k = fmul float %g, %g
  %l = fadd float %h, %j
  %m = fadd float %l, %k
  %sin1 = call float @llvm.nvvm.sin.approx.f(float %m)
  %sin2 = call float @llvm.nvvm.sin.approx.f(float %d)
  %cos1 = call float @llvm.nvvm.cos.approx.f(float %m)
  %t = fmul float %sin1, %sin2
  %u = fmul float %t, %cos1
  %v = fadd float %u, %e
  %w = fmul float %v, %f
  %y = fadd float %w, %g
  %s1 = fadd float %s, %y
  %out = getelementptr inbounds float, ptr addrspace(1) %q, i64 %wide
  store float %y, ptr addrspace(1) %out
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Inside another loop trips may be few.
; CHECK-LABEL: @inner(
; CHECK-COUNT-8: call float @llvm.nvvm.sin
; CHECK: ret void
define ptx_kernel void @inner(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias %q, i32 %n, float %x) {
entry:
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %o1, %latch ]
  br label %loop
loop:
  %i = phi i32 [ 0, %outer ], [ %i1, %loop ]
  %s = phi float [ 0.0, %outer ], [ %s1, %loop ]
  %wide = sext i32 %i to i64
  %at = getelementptr inbounds [4 x float], ptr addrspace(1) %p, i64 %wide
  %a = load float, ptr addrspace(1) %at, align 16
  %at1 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 4
  %b = load float, ptr addrspace(1) %at1, align 4
  %at2 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 8
  %c = load float, ptr addrspace(1) %at2, align 8
  %at3 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 12
  %d = load float, ptr addrspace(1) %at3, align 4
  %e = fsub float %a, %x
  %f = fsub float %b, %x
  %g = fsub float %c, %x
  %h = fmul float %e, %e
  %j = fmul float %f, %f
  %k = fmul float %g, %g
  %l = fadd float %h, %j
  %m = fadd float %l, %k
  %sin1 = call float @llvm.nvvm.sin.approx.f(float %m)
  %sin2 = call float @llvm.nvvm.sin.approx.f(float %d)
  %cos1 = call float @llvm.nvvm.cos.approx.f(float %m)
  %t = fmul float %sin1, %sin2
  %u = fmul float %t, %cos1
  %v = fadd float %u, %e
  %w = fmul float %v, %f
  %y = fadd float %w, %g
  %s1 = fadd float %s, %y
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %latch
latch:
  %place = getelementptr inbounds float, ptr addrspace(1) %q, i32 %o
  store float %s1, ptr addrspace(1) %place
  %o1 = add nuw nsw i32 %o, 1
  %again = icmp slt i32 %o1, %n
  br i1 %again, label %outer, label %exit
exit:
  ret void
}
