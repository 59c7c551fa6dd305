; Eight values in, three out: the kernel by which the published description shows rematerialisation. It needs far fewer than 32
; registers, so that a limit of 32 changes nothing, and the pass says so. Forced, it computes indices again before the accesses.
; RUN: opencicc %s -arch=sm_90 -maxreg=32 -Rpass-analysis=remat -dump-remat=1 -o %t 2>&1 | filecheck %s --check-prefix=WHY
; RUN: opencicc %s -arch=sm_90 -maxreg=32 -o - | filecheck %s --check-prefix=PLAIN
; RUN: opencicc %s -arch=sm_90 -maxreg=32 -remat-maxreg-ceiling=12 -remat-max-live-limit=4 -dump-remat=4 -o %t 2>&1 | filecheck %s --check-prefix=COST
; RUN: opencicc %s -arch=sm_90 -remat-maxreg-ceiling=12 -remat-max-live-limit=4 -Rpass-analysis=remat -o %t 2>&1 | filecheck %s --check-prefix=SURVIVE
; RUN: opencicc %s -arch=sm_90 -remat-maxreg-ceiling=12 -remat-max-live-limit=4 --nv-remat-block=0 -o - | filecheck %s --check-prefix=FORCED
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=12 -remat-max-live-limit=4 --strict-passes --verify-each | filecheck %s
; WHY: remat: remat_test: {{[0-9]+}} registers alive at most, nothing to do: the limit is 32
; WHY: remat_test: remark: nothing to compute again: about {{[0-9]+}} registers are alive at most, the limit is 32
; PLAIN-NOT: opencicc.
; COST: Total pull-in cost = {{[1-9]}}
; SURVIVE: remat_test: remark: [[COUNT:[0-9]+]] of [[COUNT]] marked clones are in the PTX
; FORCED: // opencicc.keep
; FORCED: ld.global
; CHECK: %uclone_
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

define ptx_kernel void @remat_test(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out, i32 %n) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %tid = add i32 %m, %t
  %outside = icmp sge i32 %tid, %n
  br i1 %outside, label %done, label %body
body:
  %w0 = sext i32 %tid to i64
  %i1 = add i32 %tid, %n
  %w1 = sext i32 %i1 to i64
  %s2 = mul i32 %n, 2
  %i2 = add i32 %tid, %s2
  %w2 = sext i32 %i2 to i64
  %s3 = mul i32 %n, 3
  %i3 = add i32 %tid, %s3
  %w3 = sext i32 %i3 to i64
  %s4 = mul i32 %n, 4
  %i4 = add i32 %tid, %s4
  %w4 = sext i32 %i4 to i64
  %s5 = mul i32 %n, 5
  %i5 = add i32 %tid, %s5
  %w5 = sext i32 %i5 to i64
  %s6 = mul i32 %n, 6
  %i6 = add i32 %tid, %s6
  %w6 = sext i32 %i6 to i64
  %s7 = mul i32 %n, 7
  %i7 = add i32 %tid, %s7
  %w7 = sext i32 %i7 to i64
  %q0 = getelementptr float, ptr addrspace(1) %in, i64 %w0
  %v0 = load float, ptr addrspace(1) %q0, align 4
  %q1 = getelementptr float, ptr addrspace(1) %in, i64 %w1
  %v1 = load float, ptr addrspace(1) %q1, align 4
  %q2 = getelementptr float, ptr addrspace(1) %in, i64 %w2
  %v2 = load float, ptr addrspace(1) %q2, align 4
  %q3 = getelementptr float, ptr addrspace(1) %in, i64 %w3
  %v3 = load float, ptr addrspace(1) %q3, align 4
  %q4 = getelementptr float, ptr addrspace(1) %in, i64 %w4
  %v4 = load float, ptr addrspace(1) %q4, align 4
  %q5 = getelementptr float, ptr addrspace(1) %in, i64 %w5
  %v5 = load float, ptr addrspace(1) %q5, align 4
  %q6 = getelementptr float, ptr addrspace(1) %in, i64 %w6
  %v6 = load float, ptr addrspace(1) %q6, align 4
  %q7 = getelementptr float, ptr addrspace(1) %in, i64 %w7
  %v7 = load float, ptr addrspace(1) %q7, align 4
  %p0 = fmul contract float %v0, %v1
  %r0 = fadd contract float %p0, %v2
  %p1 = fmul contract float %v3, %v4
  %r1 = fadd contract float %p1, %v5
  %p2 = fmul contract float %v6, %v7
  %r2 = fadd contract float %p2, %v0
  %p3 = fmul contract float %v1, %v2
  %r3 = fadd contract float %p3, %v3
  %p4 = fmul contract float %v4, %v5
  %r4 = fadd contract float %p4, %v6
  %o0 = fadd contract float %r0, %r1
  %z0 = getelementptr float, ptr addrspace(1) %out, i64 %w0
  store float %o0, ptr addrspace(1) %z0, align 4
  %o1 = fadd contract float %r2, %r3
  %z1 = getelementptr float, ptr addrspace(1) %out, i64 %w1
  store float %o1, ptr addrspace(1) %z1, align 4
  %o2 = fadd contract float %r4, %r0
  %z2 = getelementptr float, ptr addrspace(1) %out, i64 %w2
  store float %o2, ptr addrspace(1) %z2, align 4
  br label %done
done:
  ret void
}
