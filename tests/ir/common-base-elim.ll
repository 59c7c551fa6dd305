; RUN: opencicc opt %s --passes=common-base-elim | filecheck %s
; RUN: opencicc opt %s --passes=common-base-elim -scev-cgp-idom-level-limit=0 | filecheck %s --check-prefix=STAYS
; RUN: opencicc opt %s --passes=common-base-elim -scev-cgp-cross-block-limit=0 | filecheck %s --check-prefix=STAYS
; RUN: opencicc opt %s --passes=common-base-elim -scev-cgp-control=0 | filecheck %s --check-prefix=STAYS
; RUN: opencicc opt %s --passes=common-base-elim -Rpass=common -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc opt %s --passes=common-base-elim -dump-scev-cgp -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; RUN: opencicc opt %s -O1 -do-scev-cgp -nv-disable-scev-cgp=0 --print-pipeline-passes -o %t | filecheck %s --check-prefix=IN
; IN: common-base-elim
; REMARK: arms: remark: one base for 2 accesses in 2 blocks [-Rpass=common-base-elim]
; DUMP: common-base-elim: @arms: one base for 2 accesses in 2 blocks: %common.base
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; Neither arm's address dominates the other's; constants differ. The base stands where the branch is, without flags.
; CHECK-LABEL: @arms(
; CHECK: [[BYTES:%.*]] = mul i64 %t, 12
; CHECK: [[AT:%.*]] = getelementptr i8, ptr addrspace(1) %b, i64 [[BYTES]]
; CHECK: [[BASE:%.*]] = getelementptr i8, ptr addrspace(1) [[AT]], i64 4
; CHECK: br i1 %c
; CHECK: load float, ptr addrspace(1) [[BASE]]
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr addrspace(1) [[BASE]], i64 4
; CHECK: load float, ptr addrspace(1) [[NEXT]]
; STAYS-LABEL: @arms(
; STAYS-NEXT: br i1 %c
define float @arms(ptr addrspace(1) %b, i64 %t, i1 %c) {
  br i1 %c, label %l, label %r
l:
  %p = getelementptr inbounds { float, float, float }, ptr addrspace(1) %b, i64 %t, i32 1
  %x = load float, ptr addrspace(1) %p
  ret float %x
r:
  %q = getelementptr inbounds { float, float, float }, ptr addrspace(1) %b, i64 %t, i32 2
  %y = load float, ptr addrspace(1) %q
  ret float %y
}

; The index is only known in the arms: nothing above can hold a base.
; CHECK-LABEL: @too_early(
; CHECK-NEXT: br i1 %c
define float @too_early(ptr addrspace(1) %b, ptr addrspace(1) %n, i1 %c) {
  br i1 %c, label %l, label %r
l:
  %t = load i64, ptr addrspace(1) %n
  %p = getelementptr { float, float, float }, ptr addrspace(1) %b, i64 %t, i32 1
  %x = load float, ptr addrspace(1) %p
  ret float %x
r:
  %u = load i64, ptr addrspace(1) %n
  %q = getelementptr { float, float, float }, ptr addrspace(1) %b, i64 %u, i32 2
  %y = load float, ptr addrspace(1) %q
  ret float %y
}

; Behind a loop with two exits: the block that dominates both arms is in the loop, where the base would be computed in
; every trip; it goes in front.
; CHECK-LABEL: @behind(
; CHECK: entry:
; CHECK: getelementptr i8, ptr addrspace(1) %b
; CHECK: br label %loop
; CHECK-NOT: common.base
; CHECK: l:
define float @behind(ptr addrspace(1) %b, i64 %t, i32 %n, i32 %m) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %more ]
  %j = add i32 %i, 1
  %d = icmp eq i32 %j, %n
  br i1 %d, label %l, label %more
more:
  %e = icmp eq i32 %j, %m
  br i1 %e, label %r, label %loop
l:
  %p = getelementptr { float, float, float }, ptr addrspace(1) %b, i64 %t, i32 1
  %x = load float, ptr addrspace(1) %p
  ret float %x
r:
  %q = getelementptr { float, float, float }, ptr addrspace(1) %b, i64 %t, i32 2
  %y = load float, ptr addrspace(1) %q
  ret float %y
}
