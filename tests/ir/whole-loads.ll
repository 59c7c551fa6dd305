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

; What a load promises holds behind the branch only: on the other path nobody said that the unit has 16 bytes, that the member is
; defined or that nobody writes it. A range would make the value there poison, which nobody reads.
; CHECK-LABEL: @promises(
; CHECK: %x = load i32, ptr addrspace(1) %p, align 8, !range {{![0-9]+}}, !opencicc.whole {{![0-9]+$}}
; CHECK: %y = load i32
; CHECK: br i1
define ptx_kernel void @promises(ptr addrspace(1) %p, ptr addrspace(1) noalias %to, i32 %limit) {
  %unused = load i32, ptr addrspace(1) %p, align 8
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load i32, ptr addrspace(1) %p.y, align 4
  %above = icmp ugt i32 %y, %limit
  br i1 %above, label %use, label %skip
use:
  %x = load i32, ptr addrspace(1) %p, align 16, !range !0, !noundef !1, !invariant.load !1, !tbaa !2, !alias.scope !5, !noalias !5
  %sum = udiv i32 %x, %y
  store i32 %sum, ptr addrspace(1) %to
  br label %skip
skip:
  ret void
}

; An address that other paths read too stays where it is,
; CHECK-LABEL: @shared_address(
; CHECK: %p.x = getelementptr i8, ptr addrspace(1) %p, i64 8
; CHECK: br i1 %first
; CHECK: other:
; CHECK-NEXT: store ptr addrspace(1) %p.x
; CHECK: test:
; CHECK: %x = load float, ptr addrspace(1) %p.x, align 8
; CHECK: %y = load float
; CHECK: br i1
; PTX-LABEL: .entry shared_address(
; PTX: add.s64 [[X:%rd[0-9]+]], {{%rd[0-9]+}}, 8;
; PTX: ld.global.v2.b32 {{.*}}, [[[X]]];
; PTX: st.global.b64 {{.*}}, [[X]];
define ptx_kernel void @shared_address(ptr addrspace(1) %p, ptr addrspace(1) noalias %to, float %limit, i1 %first) {
  %p.x = getelementptr i8, ptr addrspace(1) %p, i64 8
  br i1 %first, label %test, label %other
other:
  store ptr addrspace(1) %p.x, ptr addrspace(1) %to
  br label %skip
test:
  %x = load float, ptr addrspace(1) %p.x, align 8
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 12
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

; and one that is computed behind the load that was noted is computed in front of it.
; CHECK-LABEL: @late_address(
; CHECK: [[X:%.*]] = getelementptr i8, ptr addrspace(1) %p, i64 8
; CHECK: %x = load float, ptr addrspace(1) [[X]], align 8
; CHECK: %y = load float
; CHECK: br i1
define ptx_kernel void @late_address(ptr addrspace(1) %p, ptr addrspace(1) noalias %to, float %limit) {
  %p.first = getelementptr i8, ptr addrspace(1) %p, i64 8
  %unused = load float, ptr addrspace(1) %p.first, align 8
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 12
  %y = load float, ptr addrspace(1) %p.y, align 4
  %p.x = getelementptr i8, ptr addrspace(1) %p, i64 8
  %above = fcmp ogt float %y, %limit
  br i1 %above, label %use, label %skip
use:
  %x = load float, ptr addrspace(1) %p.x, align 8
  %sum = fdiv float %x, %y
  store float %sum, ptr addrspace(1) %to
  br label %skip
skip:
  store ptr addrspace(1) %p.x, ptr addrspace(1) %to
  ret void
}

; A load that was taken back says no more what was read where it stood: the third member goes back to the second test only.
; CHECK-LABEL: @twice(
; CHECK: %x = load float
; CHECK: %y = load float
; CHECK: br i1 %above
; CHECK: between:
; CHECK: %w = load float
; CHECK: %z = load float
; CHECK: br i1 %below
define ptx_kernel void @twice(ptr addrspace(1) %p, ptr addrspace(1) noalias %to, float %limit) {
  %first = load float, ptr addrspace(1) %p, align 16
  %p.y = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %p.y, align 4
  %above = fcmp ogt float %y, %limit
  br i1 %above, label %between, label %skip
between:
  %p.w = getelementptr i8, ptr addrspace(1) %p, i64 12
  %second = load float, ptr addrspace(1) %p.w, align 4
  %p.z = getelementptr i8, ptr addrspace(1) %p, i64 8
  %z = load float, ptr addrspace(1) %p.z, align 8
  %x = load float, ptr addrspace(1) %p, align 16
  %product = fmul float %x, %z
  %below = fcmp olt float %product, %limit
  br i1 %below, label %use, label %skip
use:
  %w = load float, ptr addrspace(1) %p.w, align 4
  %sum = fdiv float %w, %y
  store float %sum, ptr addrspace(1) %to
  br label %skip
skip:
  ret void
}

!0 = !{i32 1, i32 9}
!1 = !{}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"tree"}
!5 = !{!6}
!6 = !{!6, !7}
!7 = !{!7}
