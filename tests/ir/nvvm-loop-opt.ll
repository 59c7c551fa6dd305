; RUN: opencicc opt %s --passes=nvvm-loop-opt | filecheck %s
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=ON
; RUN: opencicc opt %s -O3 -no-loopopt=1 --print-pipeline-passes | filecheck %s --check-prefix=OFF
; ON: nvvm-loop-opt
; OFF-NOT: nvvm-loop-opt
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; Only global memory is read before it in a trip, and shared memory nowhere: it waits in vain. The one behind the loop
; is not this pass's business.
; CHECK-LABEL: @in_vain(
; CHECK: loop:
; CHECK-NOT: barrier
; CHECK: done:
; CHECK-NEXT: call void @llvm.nvvm.barrier
define ptx_kernel void @in_vain(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %at
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t = add i32 %s, %v
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

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

; Threads leave this loop in different trips: who waits for whom is not known.
; CHECK-LABEL: @leave_apart(
; CHECK: call void @llvm.nvvm.barrier
define ptx_kernel void @leave_apart(ptr addrspace(1) %p) {
entry:
  %n = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
