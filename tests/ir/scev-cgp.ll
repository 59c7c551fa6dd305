; RUN: opencicc opt %s --passes=scev-cgp | filecheck %s
; RUN: opencicc opt %s --passes=scev-cgp -scev-cgp-control=0 | filecheck %s --check-prefix=STAYS
; RUN: opencicc opt %s --passes=scev-cgp -scev-cgp-inst-limit=1 | filecheck %s --check-prefix=STAYS
; RUN: opencicc opt %s --passes=scev-cgp -scev-cgp-check-latency=50 | filecheck %s --check-prefix=STAYS
; RUN: opencicc opt %s --passes=scev-cgp -scev-cgp-tid-max-value=512 | filecheck %s --check-prefix=BOUND
; RUN: opencicc opt %s --passes=scev-cgp -scev-cgp-norm=1 | filecheck %s --check-prefix=NORM
; RUN: opencicc opt %s --passes=scev-cgp -do-scev-cgp-aggresively | filecheck %s --check-prefix=NORM
; RUN: opencicc opt %s --passes=scev-cgp -scev-cgp-old-base | filecheck %s --check-prefix=OLD
; RUN: opencicc opt %s --passes=scev-cgp -do-function-scev-cgp | filecheck %s --check-prefix=WHOLE
; RUN: opencicc opt %s --passes=scev-cgp -do-function-scev-cgp -scev-cgp-idom-level-limit=0 | filecheck %s --check-prefix=APART
; RUN: opencicc opt %s --passes=scev-cgp -do-function-scev-cgp -scev-cgp-cross-block-limit=0 | filecheck %s --check-prefix=APART
; RUN: opencicc opt %s --passes=scev-cgp -dump-scev-cgp -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; RUN: opencicc opt %s -O1 -do-scev-cgp -nv-disable-scev-cgp=0 --print-pipeline-passes -o %t | filecheck %s --check-prefix=IN
; RUN: opencicc opt %s -O1 -do-scev-cgp --print-pipeline-passes -o %t | filecheck %s --check-prefix=OUT
; IN: scev-cgp
; OUT-NOT: scev-cgp
; DUMP: scev-cgp: @flags: one base for 2 accesses: %scev.base{{.*}}; distances 0, 16
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; The addition can't overflow, says its flag: the constant goes out of the extension and into the distance.
; CHECK-LABEL: @flags(
; CHECK: [[WIDE:%.*]] = sext i32 %t to i64
; CHECK: [[BYTES:%.*]] = mul i64 [[WIDE]], 4
; CHECK: [[BASE:%.*]] = getelementptr i8, ptr addrspace(1) %b, i64 [[BYTES]]
; CHECK: load float, ptr addrspace(1) [[BASE]]
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr addrspace(1) [[BASE]], i64 16
; CHECK: load float, ptr addrspace(1) [[NEXT]]
; CHECK-NOT: add nsw
; STAYS-LABEL: @flags(
; STAYS: getelementptr float, ptr addrspace(1) %b, i64 %w0
; STAYS: getelementptr float, ptr addrspace(1) %b, i64 %w1
; OLD-LABEL: @flags(
; OLD: [[OLD:%.*]] = getelementptr float, ptr addrspace(1) %b, i64 %w0
; OLD: load float, ptr addrspace(1) [[OLD]]
; OLD: getelementptr i8, ptr addrspace(1) [[OLD]], i64 16
define float @flags(ptr addrspace(1) %b, i32 %t) {
  %w0 = sext i32 %t to i64
  %p0 = getelementptr float, ptr addrspace(1) %b, i64 %w0
  %x = load float, ptr addrspace(1) %p0
  %i1 = add nsw i32 %t, 4
  %w1 = sext i32 %i1 to i64
  %p1 = getelementptr float, ptr addrspace(1) %b, i64 %w1
  %y = load float, ptr addrspace(1) %p1
  %r = fadd float %x, %y
  ret float %r
}

; The same without the flag: it might overflow, and the two addresses have nothing in common.
; CHECK-LABEL: @may_overflow(
; CHECK: getelementptr float, ptr addrspace(1) %b, i64 %w0
; CHECK: getelementptr float, ptr addrspace(1) %b, i64 %w1
define float @may_overflow(ptr addrspace(1) %b, i32 %t) {
  %w0 = sext i32 %t to i64
  %p0 = getelementptr float, ptr addrspace(1) %b, i64 %w0
  %x = load float, ptr addrspace(1) %p0
  %i1 = add i32 %t, 4
  %w1 = sext i32 %i1 to i64
  %p1 = getelementptr float, ptr addrspace(1) %b, i64 %w1
  %y = load float, ptr addrspace(1) %p1
  %r = fadd float %x, %y
  ret float %r
}

; No flags, but a thread number is below 1024; a bound below that is no promise of the hardware and is not used.
; CHECK-LABEL: @threads(
; CHECK: getelementptr i8, ptr addrspace(1) %scev.base{{[0-9]*}}, i64 8
; BOUND-LABEL: @threads(
; BOUND: getelementptr float, ptr addrspace(1) %b, i64 %w1
define float @threads(ptr addrspace(1) %b) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w0 = zext i32 %t to i64
  %p0 = getelementptr float, ptr addrspace(1) %b, i64 %w0
  %x = load float, ptr addrspace(1) %p0
  %i1 = add i32 %t, 2
  %w1 = zext i32 %i1 to i64
  %p1 = getelementptr float, ptr addrspace(1) %b, i64 %w1
  %y = load float, ptr addrspace(1) %p1
  %r = fadd float %x, %y
  ret float %r
}

; x + y and y + x are the same sum once sums are taken apart.
; CHECK-LABEL: @sums(
; CHECK: getelementptr float, ptr addrspace(1) %b, i64 %i1
; NORM-LABEL: @sums(
; NORM: getelementptr i8, ptr addrspace(1) %scev.base{{[0-9]*}}, i64 40
define float @sums(ptr addrspace(1) %b, i64 %u, i64 %v) {
  %i0 = add i64 %u, %v
  %p0 = getelementptr float, ptr addrspace(1) %b, i64 %i0
  %x = load float, ptr addrspace(1) %p0
  %far = add i64 %u, 10
  %i1 = add i64 %v, %far
  %p1 = getelementptr float, ptr addrspace(1) %b, i64 %i1
  %y = load float, ptr addrspace(1) %p1
  %r = fadd float %x, %y
  ret float %r
}

; Both addresses are made from one already.
; CHECK-LABEL: @shared(
; CHECK-NOT: scev.base
; CHECK: ret float
define float @shared(ptr addrspace(1) %b, i64 %t) {
  %p0 = getelementptr float, ptr addrspace(1) %b, i64 %t
  %x = load float, ptr addrspace(1) %p0
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 16
  %y = load float, ptr addrspace(1) %p1
  %r = fadd float %x, %y
  ret float %r
}

; Arms of a branch share a base only in the whole-function mode.
; WHOLE-LABEL: @arms(
; WHOLE: getelementptr i8, ptr addrspace(1) %b, i64
; WHOLE: br i1 %c
; APART-LABEL: @arms(
; APART-NEXT: br i1 %c
define float @arms(ptr addrspace(1) %b, i32 %t, i1 %c) {
  br i1 %c, label %l, label %r
l:
  %i0 = add nsw i32 %t, 1
  %w0 = sext i32 %i0 to i64
  %p0 = getelementptr float, ptr addrspace(1) %b, i64 %w0
  %x = load float, ptr addrspace(1) %p0
  ret float %x
r:
  %i1 = add nsw i32 %t, 4
  %w1 = sext i32 %i1 to i64
  %p1 = getelementptr float, ptr addrspace(1) %b, i64 %w1
  %y = load float, ptr addrspace(1) %p1
  ret float %y
}
