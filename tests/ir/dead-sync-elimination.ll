; RUN: opencicc opt %s --passes=dead-sync-elimination | filecheck %s
; RUN: opencicc opt %s --passes=dead-sync-elimination -no-branch-dist=two_kinds | filecheck %s --check-prefix=SPARED
; RUN: opencicc opt %s --passes=dead-sync-elimination -dump-branch-dist -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; DUMP: Removed dead synch: in function two_kinds: Read above: 1, Write above: 0, Read below: 0, Write below: 1
; RUN: opencicc opt %s --passes=branch-dist -branch-dist | filecheck %s --check-prefix=COARSE
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1)

; Shared memory is read, global memory written: they never meet. branch-dist does not tell them apart.
; CHECK-LABEL: @two_kinds(
; CHECK-NOT: barrier
; CHECK: ret void
; SPARED-LABEL: @two_kinds(
; SPARED: call void @llvm.nvvm.barrier
; COARSE-LABEL: @two_kinds(
; COARSE: call void @llvm.nvvm.barrier
define ptx_kernel void @two_kinds(ptr addrspace(3) %p, ptr addrspace(1) %q) {
  %v = load i32, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; A generic pointer may name either.
; CHECK-LABEL: @generic(
; CHECK: call void @llvm.nvvm.barrier
define ptx_kernel void @generic(ptr addrspace(3) %p, ptr %q) {
  %v = load i32, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %v, ptr %q
  ret void
}

; The body of a function says what a call does.
; CHECK-LABEL: @looked_into(
; CHECK-NOT: barrier
; CHECK: ret void
; CHECK-LABEL: @looked_into_writer(
; CHECK: call void @llvm.nvvm.barrier
define ptx_kernel void @looked_into(ptr addrspace(1) %p, ptr addrspace(5) %q) {
  %a = call i32 @reader(ptr addrspace(1) %p)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = call i32 @reader(ptr addrspace(1) %p)
  %s = add i32 %a, %b
  store i32 %s, ptr addrspace(5) %q
  ret void
}
define ptx_kernel void @looked_into_writer(ptr addrspace(1) %p, ptr addrspace(5) %q) {
  %a = call i32 @reader(ptr addrspace(1) %p)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @writer(ptr addrspace(1) %p)
  ret void
}
define internal i32 @reader(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p
  ret i32 %a
}
define internal void @writer(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}

; A barrier that counts may go if nobody reads the count, and not before.
; CHECK-LABEL: @count_unread(
; CHECK-NOT: barrier
; CHECK: ret void
; CHECK-LABEL: @count_read(
; CHECK: call i32 @llvm.nvvm.barrier
define ptx_kernel void @count_unread(ptr addrspace(1) %p, i1 %c) {
  %n = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %c)
  store i32 1, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @count_read(ptr addrspace(1) %p, i1 %c) {
  %n = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %c)
  store i32 %n, ptr addrspace(1) %p
  ret void
}
