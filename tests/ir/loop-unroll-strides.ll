; Loops of a block over a row: counting their trips takes a division. A sum over what is read gets copies all the same; copies of what
; stores gain nothing.
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 -Rpass=unroll -Rpass-missed=unroll -o %t 2>&1 | filecheck %s --check-prefix=SAYS
; SAYS: sum: remark: unrolled by 4 with a remainder loop
; SAYS: copy: remark: not unrolled: counting its trips is expensive, and nothing says that they are many
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @sum(
; CHECK: udiv i32
; CHECK-COUNT-4: load float
; CHECK-LABEL: define ptx_kernel void @copy(
; CHECK-NOT: udiv
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK: declare
define ptx_kernel void @sum(ptr addrspace(1) %x, ptr addrspace(1) %out, i32 %n) {
entry:
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %some = icmp ult i32 %tid, %n
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %total, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr float, ptr addrspace(1) %x, i64 %wide
  %v = load float, ptr addrspace(1) %at
  %total = fadd float %s, %v
  %next = add nuw i32 %i, %step
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = phi float [ 0.0, %entry ], [ %total, %loop ]
  store float %r, ptr addrspace(1) %out
  ret void
}

define ptx_kernel void @copy(ptr addrspace(1) %x, ptr addrspace(1) %out, i32 %n) {
entry:
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %some = icmp ult i32 %tid, %n
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr float, ptr addrspace(1) %x, i64 %wide
  %v = load float, ptr addrspace(1) %at
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %v, ptr addrspace(1) %to
  %next = add nuw i32 %i, %step
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
