; RUN: opencicc opt %s --passes=loop-index-split -loop-index-split-max-size=40 -loop-index-split-divergent | filecheck %s
; RUN: opencicc opt %s --passes=loop-index-split -loop-index-split-divergent | filecheck %s --check-prefix=STAYS
; RUN: opencicc opt %s --passes=loop-index-split -loop-index-split-max-size=3 -loop-index-split-divergent | filecheck %s --check-prefix=STAYS
; RUN: opencicc opt %s --passes=loop-index-split -loop-index-split-max-size=40 | filecheck %s --check-prefix=PARTING
; RUN: opencicc opt %s --passes=loop-index-split -loop-index-split-max-size=40 -loop-index-split-divergent -Rpass=loop-index -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc opt %s -O3 --print-pipeline-passes -o %t | filecheck %s --check-prefix=IN
; RUN: opencicc opt %s -O3 -no-loopindexsplit --print-pipeline-passes -o %t | filecheck %s --check-prefix=OUT
; IN: loop-index-split
; OUT-NOT: loop-index-split
; REMARK: range: remark: split a loop of 11 instructions: a range of trips has a known answer [-Rpass=loop-index-split]
; REMARK: one: remark: split a loop of {{[0-9]+}} instructions: all but one trip has a known answer
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; Two loops, each with one arm.
; CHECK-LABEL: @range(
; CHECK-NOT: icmp slt i32 %i, %m
; CHECK: loop:
; CHECK: store float 2.0
; CHECK-NEXT: %next = add
; CHECK: loop.split:
; CHECK: store float 1.0
; CHECK-NEXT: [[NEXT:%.*]] = add
; CHECK-NEXT: [[MORE:%.*]] = icmp ne i32 [[NEXT]], %smax
; CHECK-NEXT: br i1 [[MORE]], label %loop.split
; STAYS-LABEL: @range(
; STAYS: icmp slt i32 %i, %m
define ptx_kernel void @range(ptr addrspace(1) %p, i32 %m, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %q = getelementptr float, ptr addrspace(1) %p, i32 %i
  %c = icmp slt i32 %i, %m
  br i1 %c, label %a, label %b
a:
  store float 1.0, ptr addrspace(1) %q
  br label %latch
b:
  store float 2.0, ptr addrspace(1) %q
  br label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Only one trip does anything: no loop is left.
; CHECK-LABEL: @one(
; CHECK-NOT: add nuw
; CHECK: store float 1.0
; CHECK-NOT: add nuw
; CHECK: }
define ptx_kernel void @one(ptr addrspace(1) %p, i32 %k, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = icmp eq i32 %i, %k
  br i1 %c, label %hit, label %latch
hit:
  %q = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %q
  br label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Without a flag the index might wrap and meet the bound twice.
; CHECK-LABEL: @wraps(
; CHECK: icmp slt i32 %i, %m
; CHECK: select
define ptx_kernel void @wraps(ptr addrspace(1) %p, i32 %m, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = icmp slt i32 %i, %m
  %v = select i1 %c, float 1.0, float 2.0
  %q = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float %v, ptr addrspace(1) %q
  %next = add i32 %i, 3
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Threads of a warp have different bounds: they would part at the seam.
; CHECK-LABEL: @parting(
; CHECK-NOT: select
; CHECK: ret void
; PARTING-LABEL: @parting(
; PARTING: select
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @parting(ptr addrspace(1) %p, i32 %n) {
entry:
  %m = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = icmp slt i32 %i, %m
  %v = select i1 %c, float 1.0, float 2.0
  %q = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float %v, ptr addrspace(1) %q
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A barrier must be met by all threads together.
; CHECK-LABEL: @barrier(
; CHECK: icmp slt i32 %i, %m
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @barrier(ptr addrspace(1) %p, i32 %m, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = icmp slt i32 %i, %m
  %v = select i1 %c, float 1.0, float 2.0
  store float %v, ptr addrspace(1) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
