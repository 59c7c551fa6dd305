; RUN: opencicc opt %s --passes=nvvm-barrier-analysis -do-barrier-opt=1 -Rpass-analysis=nvvm-barrier-analysis -o %t 2>&1 | filecheck %s
; RUN: opencicc opt %s -O1 --print-pipeline-passes | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s -O1 -do-barrier-opt=1 --print-pipeline-passes | filecheck %s --check-prefix=ON
; ON: nvvm-barrier-analysis
; OFF-NOT: nvvm-barrier-analysis
; CHECK: tiles: remark: barrier between regions 0 and 1: shared memory is written above; shared memory is read below
; CHECK: tiles: remark: barrier between regions 1 and 0: shared memory is read above; shared memory is written below
; CHECK: dead: remark: barrier between regions 0 and 1: orders nothing
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @tiles(ptr addrspace(3) %p, ptr addrspace(5) %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr addrspace(5) %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define ptx_kernel void @dead(ptr addrspace(3) %p) {
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
