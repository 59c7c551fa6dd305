; RUN: opencicc opt %s --passes=basic-dbe -branch-dist | filecheck %s
; RUN: opencicc opt %s --passes=basic-dbe -branch-dist -dump-branch-dist -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; RUN: opencicc opt %s --passes=basic-dbe -branch-dist -Rpass=basic-dbe -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; DUMP: Removed dead synch: in function back_to_back: Read above: 0, Write above: 0, Read below: 1, Write below: 1
; REMARK: back_to_back: remark: removed a barrier that orders nothing (Read above: 0, Write above: 0, Read below: 1, Write below: 1) [-Rpass=basic-dbe]
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: @back_to_back(
; CHECK: store
; CHECK-NEXT: call void @llvm.nvvm.barrier
; CHECK-NEXT: load
define ptx_kernel void @back_to_back(ptr addrspace(3) %p, ptr addrspace(1) %q) {
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Nothing before it, nothing behind it.
; CHECK-LABEL: @first_and_last(
; CHECK-NOT: barrier
; CHECK: ret void
define ptx_kernel void @first_and_last(ptr addrspace(1) %q) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 1, ptr addrspace(1) %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; What is written has to be seen by the others.
; CHECK-LABEL: @write_read(
; CHECK: call void @llvm.nvvm.barrier
define ptx_kernel void @write_read(ptr addrspace(3) %p, ptr addrspace(1) %q) {
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; A block with nothing but a barrier stands between a writer and a reader.
; CHECK-LABEL: @block_of_its_own(
; CHECK: call void @llvm.nvvm.barrier
define ptx_kernel void @block_of_its_own(ptr addrspace(3) %p, ptr addrspace(1) %q) {
  store i32 1, ptr addrspace(3) %p
  br label %wait
wait:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %read
read:
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Its caller may have written, and may go on to read.
; CHECK-LABEL: @device_function(
; CHECK: call void @llvm.nvvm.barrier
define void @device_function(ptr addrspace(3) %p) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; A partial barrier is none that all threads wait at.
; CHECK-LABEL: @partial(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
define ptx_kernel void @partial(ptr addrspace(3) %p) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  ret void
}

; Warps may meet at two barriers of one number, one on each side of a branch: neither goes alone.
; CHECK-LABEL: @parted(
; CHECK-COUNT-3: call void @llvm.nvvm.barrier
define ptx_kernel void @parted(ptr addrspace(3) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  br i1 %c, label %left, label %right
left:
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
right:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %p
  ret void
}
