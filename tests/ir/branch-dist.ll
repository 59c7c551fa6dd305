; RUN: opencicc opt %s --passes=branch-dist -branch-dist | filecheck %s
; RUN: opencicc opt %s --passes=branch-dist -branch-dist -no-branch-dist=through_blocks | filecheck %s --check-prefix=SPARED
; RUN: opencicc opt %s --passes=branch-dist -branch-dist -branch-dist-func-limit=0 | filecheck %s --check-prefix=SPARED
; RUN: opencicc opt %s --passes=branch-dist -branch-dist -branch-dist-block-limit=2 | filecheck %s --check-prefix=SPARED
; RUN: opencicc opt %s --passes=branch-dist -branch-dist -disable-complex-branch-dist=1 | filecheck %s --check-prefix=SPARED
; RUN: opencicc opt %s --passes=branch-dist -branch-dist -ignore-variance-cond=1 | filecheck %s --check-prefix=VARIANCE
; RUN: opencicc opt %s --passes=branch-dist -branch-dist -ignore-call-safety | filecheck %s --check-prefix=CALLS
; RUN: opencicc opt %s --passes=branch-dist -branch-dist -ignore-address-space-check=1 | filecheck %s --check-prefix=SPACES
; RUN: opencicc opt %s --passes=branch-dist -branch-dist -dump-branch-dist -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; DUMP: Removed dead synch: in function through_blocks: Read above: 0, Write above: 0, Read below: 1, Write below: 1
; RUN: opencicc opt %s -O3 -branch-dist --print-pipeline-passes | filecheck %s --check-prefix=ON
; RUN: opencicc opt %s -O3 -branch-dist -no-branchdist-a=1 --print-pipeline-passes | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s -O3 -branch-dist -no-branchdist-b=1 --print-pipeline-passes | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=OFF
; ON: branch-dist
; OFF-NOT: branch-dist
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @unknown()
declare i32 @llvm.nvvm.read.ptx.sreg.clock()

; Every way to the second one crosses the first, with nothing since.
; CHECK-LABEL: @through_blocks(
; CHECK: call void @llvm.nvvm.barrier
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ret void
; SPARED-LABEL: @through_blocks(
; SPARED-COUNT-2: call void @llvm.nvvm.barrier
define ptx_kernel void @through_blocks(ptr addrspace(3) %p, ptr addrspace(1) %q, i1 %c) {
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; On the way over %left something is written since: it stays.
; CHECK-LABEL: @one_way_writes(
; CHECK-COUNT-2: call void @llvm.nvvm.barrier
define ptx_kernel void @one_way_writes(ptr addrspace(3) %p, ptr addrspace(1) %q, i1 %c) {
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %c, label %left, label %join
left:
  store i32 2, ptr addrspace(3) %p
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Nobody writes.
; CHECK-LABEL: @reads_only(
; CHECK-NOT: barrier
; CHECK: ret void
define ptx_kernel void @reads_only(ptr addrspace(1) %p, ptr addrspace(5) %q) {
  %a = load i32, ptr addrspace(1) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = load i32, ptr addrspace(1) %p
  %s = add i32 %a, %b
  store i32 %s, ptr addrspace(5) %q
  ret void
}

; Another thread's read must come before the write.
; CHECK-LABEL: @read_write(
; CHECK: call void @llvm.nvvm.barrier
define ptx_kernel void @read_write(ptr addrspace(3) %p, ptr addrspace(3) %q) {
  %a = load i32, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %a, ptr addrspace(3) %q
  ret void
}

; Local memory is the thread's own.
; CHECK-LABEL: @local_only(
; CHECK-NOT: barrier
; CHECK: ret void
; SPACES-LABEL: @local_only(
; SPACES: call void @llvm.nvvm.barrier
define ptx_kernel void @local_only(i32 %n) {
  %a = alloca [8 x i32]
  %at = getelementptr i32, ptr %a, i32 %n
  store i32 1, ptr %at
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr %a
  store i32 %v, ptr %at
  ret void
}

; The branch is taken by part of the threads.
; CHECK-LABEL: @parted(
; CHECK: call void @llvm.nvvm.barrier
; VARIANCE-LABEL: @parted(
; VARIANCE-NOT: call void @llvm.nvvm.barrier
; VARIANCE: ret void
define ptx_kernel void @parted(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  br i1 %c, label %left, label %right
left:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
right:
  ret void
}

; Nobody knows what a call does, and a clock sees who waited.
; CHECK-LABEL: @calls(
; CHECK-COUNT-2: call void @llvm.nvvm.barrier
; CALLS-LABEL: @calls(
; CALLS: call void @unknown()
; CALLS-NEXT: call void @unknown()
; CALLS: call void @llvm.nvvm.barrier
define ptx_kernel void @calls(ptr addrspace(1) %p) {
  call void @unknown()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @unknown()
  %a = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  %d = sub i32 %b, %a
  store i32 %d, ptr addrspace(1) %p
  ret void
}

; It counts, too.
; CHECK-LABEL: @with_result(
; CHECK: call i32 @llvm.nvvm.barrier
define ptx_kernel void @with_result(ptr addrspace(1) %p, i1 %c) {
  %n = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %c)
  store i32 %n, ptr addrspace(1) %p
  ret void
}

; A tile loop's barriers stay: the next trip writes what this one reads.
; CHECK-LABEL: @tiles(
; CHECK-COUNT-2: call void @llvm.nvvm.barrier
define ptx_kernel void @tiles(ptr addrspace(3) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr addrspace(1) %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
