; RUN: opencicc opt %s --passes=sizes-first | filecheck %s
; RUN: opencicc opt %s --passes=sizes-first -sizes-first-to=2 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s -O3 | filecheck %s --check-prefix=O3
; RUN: opencicc opt %s -O3 -sizes-first=0 | filecheck %s --check-prefix=OFF
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()

; The step of the loop needs the size again.
; CHECK-LABEL: @over_a_grid(
; CHECK: sreg.tid.x
; CHECK-NEXT: sreg.ntid.x
; CHECK-NEXT: sreg.ctaid.x
; CHECK-NEXT: mul i32 %block, %size
; O3-LABEL: @over_a_grid(
; O3: sreg.ntid.x
; O3: sreg.ctaid.x
; OFF-LABEL: @over_a_grid(
; OFF: sreg.ctaid.x
; OFF: sreg.ntid.x
define ptx_kernel void @over_a_grid(ptr addrspace(1) %p, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %start = mul i32 %block, %size
  %first = add i32 %start, %thread
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %step = mul i32 %size, %blocks
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store volatile i32 %i, ptr addrspace(1) %at
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Needed once: nothing is kept.
; CHECK-LABEL: @once(
; CHECK: sreg.ctaid.x
; CHECK-NEXT: sreg.ntid.x
define i32 @once() {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %start = mul i32 %block, %size
  ret i32 %start
}

; The number of another axis is no factor of a product with it, and a read in another block stays behind its test.
; CHECK-LABEL: @elsewhere(
; CHECK: sreg.ctaid.x
; CHECK-NEXT: sreg.ntid.y
; CHECK: behind:
; CHECK-NEXT: sreg.ntid.x
define i32 @elsewhere(i1 %c) {
entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %high = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %product = mul i32 %high, %high
  br i1 %c, label %behind, label %done
behind:
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %start = mul i32 %block, %size
  %twice = add i32 %start, %size
  br label %done
done:
  %result = phi i32 [ %product, %entry ], [ %twice, %behind ]
  ret i32 %result
}

; Sizes of two axes, each in front of the number of its own.
; CHECK-LABEL: @plane(
; CHECK: sreg.ntid.x
; CHECK-NEXT: sreg.ctaid.x
; CHECK-NEXT: sreg.ntid.y
; CHECK-NEXT: sreg.ctaid.y
define i32 @plane() {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %row = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %high = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %a = mul i32 %block, %size
  %b = mul i32 %row, %high
  %all = mul i32 %size, %high
  %sum = add i32 %a, %b
  %result = add i32 %sum, %all
  ret i32 %result
}
