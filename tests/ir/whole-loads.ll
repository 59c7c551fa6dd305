; RUN: opencicc opt %s --passes="whole-loads<note>,instcombine,whole-loads" | filecheck %s
; RUN: opencicc opt %s --passes="whole-loads<note>,instcombine,whole-loads" --whole-loads=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes="instcombine,whole-loads" | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes="whole-loads<note>,instcombine,whole-loads" -Rpass=whole-loads -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc %s -arch=sm_90 -O3 -o - | filecheck %s --check-prefix=PTX
; REMARK: pair: remark: loads a member of a struct with the others again [-Rpass=whole-loads]
; REMARK: four: remark:
; REMARK-NOT: {{unaligned|shared|stored|synchronized|acquired|alone|never_together|only_behind_a_test}}: remark:
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent

; The member that is tested and the one that only one side uses are one access of 8 bytes again.
; CHECK-LABEL: @pair(
; CHECK: %x = load float, ptr addrspace(1) %p, align 8
; CHECK: %y = load float
; CHECK: br i1
; OFF-LABEL: @pair(
; OFF: %y = load float
; OFF: br i1
; OFF: %x = load float
; PTX-LABEL: .entry pair(
; PTX: ld.global.v2.b32
; PTX-NOT: ld.global.b32
; PTX: ret;
define ptx_kernel void @pair(ptr addrspace(1) %p, ptr addrspace(1) noalias %to, float %limit) {
  %x = load float, ptr addrspace(1) %p, align 8
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %p.y, align 4
  %above = fcmp ogt float %y, %limit
  br i1 %above, label %use, label %skip
use:
  %sum = fdiv float %x, %y
  store float %sum, ptr addrspace(1) %to
  br label %skip
skip:
  ret void
}

; The first of four tests the last member.
; CHECK-LABEL: @four(
; CHECK-COUNT-4: load float
; CHECK: br i1
; OFF-LABEL: @four(
; OFF: br i1
; OFF-COUNT-3: load float
; PTX-LABEL: .entry four(
; PTX: ld.global.v4.b32
; PTX: ret;
define ptx_kernel void @four(ptr addrspace(1) %p, ptr addrspace(1) noalias %to) {
  %x = load float, ptr addrspace(1) %p, align 16
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %p.y, align 4
  %p.z = getelementptr i8, ptr addrspace(1) %p, i64 8
  %z = load float, ptr addrspace(1) %p.z, align 8
  %p.w = getelementptr i8, ptr addrspace(1) %p, i64 12
  %w = load float, ptr addrspace(1) %p.w, align 4
  %above = fcmp ogt float %w, 0.0
  br i1 %above, label %use, label %skip
use:
  %xy = fdiv float %x, %y
  %xyz = fdiv float %xy, %z
  store float %xyz, ptr addrspace(1) %to
  br label %skip
skip:
  ret void
}

; Nobody says that these two are in one aligned unit.
; CHECK-LABEL: @unaligned(
; CHECK: br i1
; CHECK: %x = load float
define ptx_kernel void @unaligned(ptr addrspace(1) %p, ptr addrspace(1) noalias %to, float %limit) {
  %x = load float, ptr addrspace(1) %p, align 4
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %p.y, align 4
  %above = fcmp ogt float %y, %limit
  br i1 %above, label %use, label %skip
use:
  %sum = fdiv float %x, %y
  store float %sum, ptr addrspace(1) %to
  br label %skip
skip:
  ret void
}

; Shared memory gives 4 bytes to every thread at once, and 8 in two steps.
; CHECK-LABEL: @shared(
; CHECK: br i1
; CHECK: %x = load float
define ptx_kernel void @shared(ptr addrspace(3) %p, ptr addrspace(1) noalias %to, float %limit) {
  %x = load float, ptr addrspace(3) %p, align 8
  %p.y = getelementptr i8, ptr addrspace(3) %p, i64 4
  %y = load float, ptr addrspace(3) %p.y, align 4
  %above = fcmp ogt float %y, %limit
  br i1 %above, label %use, label %skip
use:
  %sum = fdiv float %x, %y
  store float %sum, ptr addrspace(1) %to
  br label %skip
skip:
  ret void
}

; Nothing is loaded in front of a store, a barrier or an acquiring load that it stood behind,
; CHECK-LABEL: @stored(
; CHECK: br i1
; CHECK: store float
; CHECK: %x = load float
define ptx_kernel void @stored(ptr addrspace(1) %p, ptr addrspace(1) %to, float %limit) {
  %first = load float, ptr addrspace(1) %p, align 8
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %p.y, align 4
  %difference = fsub float %first, %y
  %above = fcmp ogt float %difference, %limit
  br i1 %above, label %use, label %skip
use:
  store float %y, ptr addrspace(1) %to
  %x = load float, ptr addrspace(1) %p, align 8
  %sum = fdiv float %x, %y
  store float %sum, ptr addrspace(1) %to
  br label %skip
skip:
  ret void
}

; CHECK-LABEL: @synchronized(
; CHECK: call void @llvm.nvvm.barrier
; CHECK: br i1
; CHECK: %x = load float
define ptx_kernel void @synchronized(ptr addrspace(1) %p, ptr addrspace(1) %to, float %limit) {
  %first = load float, ptr addrspace(1) %p, align 8
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %p.y, align 4
  %difference = fsub float %first, %y
  %above = fcmp ogt float %difference, %limit
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %above, label %use, label %skip
use:
  %x = load float, ptr addrspace(1) %p, align 8
  %sum = fdiv float %x, %y
  store float %sum, ptr addrspace(1) %to
  br label %skip
skip:
  ret void
}

; CHECK-LABEL: @acquired(
; CHECK: load atomic
; CHECK: br i1
; CHECK: %x = load float
define ptx_kernel void @acquired(ptr addrspace(1) %p, ptr addrspace(1) %to, ptr addrspace(1) %ready, float %limit) {
  %first = load float, ptr addrspace(1) %p, align 8
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %p.y, align 4
  %difference = fsub float %first, %y
  %flag = load atomic i32, ptr addrspace(1) %ready acquire, align 4
  %set = icmp ne i32 %flag, 0
  br i1 %set, label %use, label %skip
use:
  %x = load float, ptr addrspace(1) %p, align 8
  %sum = fdiv float %x, %difference
  store float %sum, ptr addrspace(1) %to
  br label %skip
skip:
  ret void
}

; A member that no path of the program reads without its test stays behind it, and so does what lies beyond the unit.
; CHECK-LABEL: @never_together(
; CHECK: br i1
; CHECK: %x = load float
define ptx_kernel void @never_together(ptr addrspace(1) %p, ptr addrspace(1) noalias %to, float %limit) {
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %p.y, align 4
  %above = fcmp ogt float %y, %limit
  br i1 %above, label %use, label %skip
use:
  %x = load float, ptr addrspace(1) %p, align 8
  %sum = fdiv float %x, %y
  store float %sum, ptr addrspace(1) %to
  br label %skip
skip:
  ret void
}

; Two members of an aligned unit were read together: that says nothing of its fourth, which may lie behind the end of an array.
; CHECK-LABEL: @only_behind_a_test(
; CHECK: br i1
; CHECK: %w = load float
define ptx_kernel void @only_behind_a_test(ptr addrspace(1) %p, ptr addrspace(1) noalias %to, float %limit) {
  %x = load float, ptr addrspace(1) %p, align 16
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %p.y, align 4
  %difference = fsub float %x, %y
  %above = fcmp ogt float %difference, %limit
  br i1 %above, label %use, label %skip
use:
  %p.w = getelementptr i8, ptr addrspace(1) %p, i64 12
  %w = load float, ptr addrspace(1) %p.w, align 4
  %sum = fdiv float %w, %difference
  store float %sum, ptr addrspace(1) %to
  br label %skip
skip:
  ret void
}
