; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-runtime-convergent=0 | filecheck %s --check-prefix=NONE

target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; 1004 trips with a barrier: 4 is the largest power of two that divides them, so there is no remainder and
; no thread meets its barriers under a new condition.
define ptx_kernel void @divides(ptr %p) {
; CHECK-LABEL: @divides(
; CHECK-COUNT-4: call void @llvm.nvvm.barrier
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ret void
; NONE-LABEL: @divides(
; NONE: call void @llvm.nvvm.barrier
; NONE-NOT: call void @llvm.nvvm.barrier
; NONE: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 1004
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Every thread runs as often as its number says: a remainder would let a warp's threads meet different barriers.
define ptx_kernel void @divergent(ptr %p) {
; CHECK-LABEL: @divergent(
; CHECK: call void @llvm.nvvm.barrier
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ret void
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %tid
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
