; RUN: opencicc opt %s --passes=loop-unroll -Rpass=loop-unroll -Rpass-missed=loop-unroll -o %t 2>&1 | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll --unroll-default-count=2 -Rpass=loop-unroll -o %t 2>&1 | filecheck %s --check-prefix=TWO
; RUN: opencicc opt %s --passes=loop-unroll --unroll-partial-threshold=101 -Rpass=loop-unroll -o %t 2>&1 | filecheck %s --check-prefix=BUDGET

target triple = "nvptx64-nvidia-cuda"

@buffer = internal addrspace(3) global [1024 x float] undef
@weights = internal addrspace(3) global [1024 x float] undef

; More than half of a trip counts trips: twice the usual copies.
; CHECK: squares: remark: unrolled by 8 with a remainder loop: size 26
; TWO: squares: remark: unrolled by 4 with a remainder loop
define ptx_kernel void @squares(ptr addrspace(1) %out, float %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %value = phi float [ %x, %entry ], [ %more, %loop ]
  %square = fmul float %value, %value
  %more = fadd float %square, 0x3FB99999A0000000
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store float %more, ptr addrspace(1) %out
  ret void
}

; Three instructions are half of it.
; CHECK: cubes: remark: unrolled by 4 with a remainder loop
define ptx_kernel void @cubes(ptr addrspace(1) %out, float %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %value = phi float [ %x, %entry ], [ %more, %loop ]
  %square = fmul float %value, %value
  %cube = fmul float %square, %value
  %more = fadd float %cube, 0x3FB99999A0000000
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store float %more, ptr addrspace(1) %out
  ret void
}

; A sum over shared memory waits once for the loads of all copies, which takes no registers for all of them at a time.
; CHECK: sum_of_shared: remark: unrolled by 32: 1024 trips
; BUDGET: sum_of_shared: remark: unrolled by 8: 1024 trips
define ptx_kernel void @sum_of_shared(ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr addrspace(3) @buffer, i32 %i
  %v = load float, ptr addrspace(3) %at
  %weight.at = getelementptr float, ptr addrspace(3) @weights, i32 %i
  %weight = load float, ptr addrspace(3) %weight.at
  %near = fadd float %v, 1.0
  %over = fadd float %weight, 2.0
  %product = fmul float %near, %over
  %more = fadd float %sum, %product
  %next = add nuw nsw i32 %i, 1
  %test = icmp ult i32 %next, 1024
  br i1 %test, label %loop, label %done
done:
  store float %more, ptr addrspace(1) %out
  ret void
}

; Rows are 16 KiB apart: 32 loads are in flight.
; CHECK: column: remark: unrolled by 32: 4096 trips
; BUDGET: column: remark: unrolled by 16: 4096 trips
define ptx_kernel void @column(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = getelementptr i32, ptr addrspace(1) %in, i32 %thread
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr [4096 x i32], ptr addrspace(1) %first, i64 %wide
  %v = load i32, ptr addrspace(1) %at
  %more = add i32 %sum, %v
  %next = add nuw nsw i32 %i, 1
  %test = icmp ult i32 %next, 4096
  br i1 %test, label %loop, label %done
done:
  store i32 %more, ptr addrspace(1) %out
  ret void
}

; Words of a row of its own follow each other: what the next copies load is on its way already.
; CHECK: own_row: remark: unrolled by 16: 4096 trips
define ptx_kernel void @own_row(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = getelementptr [4096 x i32], ptr addrspace(1) %in, i32 %thread
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr addrspace(1) %first, i64 %wide
  %v = load i32, ptr addrspace(1) %at
  %more = add i32 %sum, %v
  %next = add nuw nsw i32 %i, 1
  %test = icmp ult i32 %next, 4096
  br i1 %test, label %loop, label %done
done:
  store i32 %more, ptr addrspace(1) %out
  ret void
}

; A loop around another gets as many copies as LLVM makes.
; CHECK: rows: remark: unrolled by 4: 64 trips with a loop inside
; BUDGET-NOT: with a loop inside
define ptx_kernel void @rows(ptr addrspace(1) %in, ptr addrspace(3) %to, i32 %n) {
entry:
  br label %row
row:
  %r = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %start = getelementptr i32, ptr addrspace(1) %in, i32 %r
  %at = load i32, ptr addrspace(1) %start
  br label %loop
loop:
  %i = phi i32 [ 0, %row ], [ %next, %loop ]
  %scaled = mul i32 %i, 5
  %mixed = xor i32 %scaled, %n
  %index = add i32 %at, %mixed
  %place = getelementptr i32, ptr addrspace(3) %to, i32 %index
  %old = atomicrmw add ptr addrspace(3) %place, i32 %i seq_cst
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %end
end:
  %next.row = add nuw nsw i32 %r, 1
  %more = icmp ult i32 %next.row, 64
  br i1 %more, label %row, label %done
done:
  ret void
}

; 65 trips have no such factor.
; CHECK: odd_rows: remark: not unrolled
define ptx_kernel void @odd_rows(ptr addrspace(1) %in, ptr addrspace(3) %to, i32 %n) {
entry:
  br label %row
row:
  %r = phi i32 [ 0, %entry ], [ %next.row, %end ]
  %start = getelementptr i32, ptr addrspace(1) %in, i32 %r
  %at = load i32, ptr addrspace(1) %start
  br label %loop
loop:
  %i = phi i32 [ 0, %row ], [ %next, %loop ]
  %scaled = mul i32 %i, 5
  %mixed = xor i32 %scaled, %n
  %index = add i32 %at, %mixed
  %place = getelementptr i32, ptr addrspace(3) %to, i32 %index
  %old = atomicrmw add ptr addrspace(3) %place, i32 %i seq_cst
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %end
end:
  %next.row = add nuw nsw i32 %r, 1
  %more = icmp ult i32 %next.row, 65
  br i1 %more, label %row, label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
