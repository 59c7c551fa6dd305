; RUN: opencicc opt %s --passes='nvvm-lower-barriers<level=0>' | filecheck %s --check-prefixes=CHECK,ZERO
; RUN: opencicc opt %s --passes='nvvm-lower-barriers<level=1>' | filecheck %s --check-prefixes=CHECK,ONE
; RUN: opencicc opt %s --passes='nvvm-lower-barriers-variant<level=1>' | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s --passes='nvvm-lower-barriers-variant<level=0>' | filecheck %s --check-prefixes=CHECK,ZERO
; Slot 145 is the level of the pass in phase 5, behind the switch for barrier lowering.
; RUN: opencicc opt %s -O1 -do-barrier-opt=1 -lower-barriers-param=1 | filecheck %s --check-prefixes=ONE
; RUN: opencicc opt %s -O1 -do-barrier-opt=1 --print-pipeline-passes 2>&1 | filecheck %s --check-prefix=SLOT
; RUN: opencicc opt %s -O1 --print-pipeline-passes 2>&1 | filecheck %s --check-prefix=NONE
; SLOT: nvvm-lower-barriers<level=0>
; NONE-NOT: nvvm-lower-barriers
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.cluster.barrier(i32)
declare void @llvm.nvvm.membar(i32)
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1)
declare i1 @llvm.nvvm.barrier.cta.red.and.aligned.count(i32, i32, i1)

; CHECK-LABEL: @cluster(
; CHECK-NEXT: call void @llvm.nvvm.barrier.cluster.arrive()
; CHECK-NEXT: call void @llvm.nvvm.barrier.cluster.wait()
; CHECK-NEXT: call void @llvm.nvvm.barrier.cluster.arrive.relaxed()
define void @cluster() {
  call void @llvm.nvvm.cluster.barrier(i32 0)
  call void @llvm.nvvm.cluster.barrier(i32 1)
  call void @llvm.nvvm.cluster.barrier(i32 16)
  ret void
}

; CHECK-LABEL: @memory(
; CHECK-NEXT: call void @llvm.nvvm.membar.gl()
; CHECK-NEXT: call void @llvm.nvvm.membar.cta()
; CHECK-NEXT: call void @llvm.nvvm.membar.sys()
; CHECK-NEXT: call void @llvm.nvvm.fence.sc.cluster()
define void @memory() {
  call void @llvm.nvvm.membar(i32 0)
  call void @llvm.nvvm.membar(i32 1)
  call void @llvm.nvvm.membar(i32 2)
  call void @llvm.nvvm.membar(i32 4)
  ret void
}

; Bits that mean nothing, and a number that is not known.
; (At -O1 they would be an error: see nvvm-intrinsic-lowering-stays.ll; so nothing calls this and it goes.)
; CHECK-LABEL: @stays(
; CHECK-NEXT: call void @llvm.nvvm.cluster.barrier(i32 256)
; CHECK-NEXT: call void @llvm.nvvm.membar(i32 %n)
define internal void @stays(i32 %n) {
  call void @llvm.nvvm.cluster.barrier(i32 256)
  call void @llvm.nvvm.membar(i32 %n)
  ret void
}

; Nobody reads the reductions: the barriers stay, of the same number and count.
; ZERO-LABEL: @unread(
; ZERO: call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(
; ONE-LABEL: @unread(
; ONE-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 2)
; ONE-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
define void @unread(i1 %p) {
  %a = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 2, i1 %p)
  %b = call i1 @llvm.nvvm.barrier.cta.red.and.aligned.count(i32 1, i32 64, i1 %p)
  ret void
}

; This one is read.
; ONE-LABEL: @read(
; ONE: call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %p)
define i32 @read(i1 %p) {
  %a = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %p)
  ret i32 %a
}
