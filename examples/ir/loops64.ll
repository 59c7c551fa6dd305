; Loops counted in 64 bits, as front ends with 64-bit sizes emit them: a grid-stride loop over more than 2^32 elements,
; and a nested loop over a matrix with a row pitch in bytes and unroll hints.
; ARCH: sm_75+
; KERNEL: grid_stride
; KERNEL: row_sums
; PTX: (add|mad)(\.lo|\.wide)?\.[su]64
; PTX: setp\.\w+\.[su]64
; PTX: ld\.global.*f64|ld\.global.*b64
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @grid_stride(ptr addrspace(1) %data, i64 %count, double %factor) {
entry:
  %tid32 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid32 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ctaid32 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %nctaid32 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %tid = zext i32 %tid32 to i64
  %ntid = zext i32 %ntid32 to i64
  %ctaid = zext i32 %ctaid32 to i64
  %nctaid = zext i32 %nctaid32 to i64
  %base = mul i64 %ctaid, %ntid
  %first = add i64 %base, %tid
  %stride = mul i64 %ntid, %nctaid
  %any = icmp slt i64 %first, %count
  br i1 %any, label %body, label %exit

body:
  %i = phi i64 [ %first, %entry ], [ %next, %body ]
  %slot = getelementptr inbounds double, ptr addrspace(1) %data, i64 %i
  %value = load double, ptr addrspace(1) %slot, align 8
  %scaled = fmul double %value, %factor
  store double %scaled, ptr addrspace(1) %slot, align 8
  %next = add nsw i64 %i, %stride
  %more = icmp slt i64 %next, %count
  br i1 %more, label %body, label %exit

exit:
  ret void
}

define ptx_kernel void @row_sums(ptr addrspace(1) %matrix, i64 %pitch, i64 %rows, i64 %columns, ptr addrspace(1) %out) {
entry:
  %tid32 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid32 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %tid = zext i32 %tid32 to i64
  %ntid = zext i32 %ntid32 to i64
  br label %row

row:
  %r = phi i64 [ %tid, %entry ], [ %r.next, %row.end ]
  %row.more = icmp slt i64 %r, %rows
  br i1 %row.more, label %columns.start, label %exit

columns.start:
  %offset = mul i64 %r, %pitch
  %row.ptr = getelementptr inbounds i8, ptr addrspace(1) %matrix, i64 %offset
  br label %column

column:
  %c = phi i64 [ 0, %columns.start ], [ %c.next, %column.body ]
  %sum = phi float [ 0.0, %columns.start ], [ %sum.next, %column.body ]
  %column.more = icmp slt i64 %c, %columns
  br i1 %column.more, label %column.body, label %row.end

column.body:
  %slot = getelementptr inbounds float, ptr addrspace(1) %row.ptr, i64 %c
  %value = load float, ptr addrspace(1) %slot, align 4
  %sum.next = fadd float %sum, %value
  %c.next = add nuw nsw i64 %c, 1
  br label %column, !llvm.loop !0

row.end:
  %target = getelementptr inbounds float, ptr addrspace(1) %out, i64 %r
  store float %sum, ptr addrspace(1) %target, align 4
  %r.next = add nsw i64 %r, %ntid
  br label %row

exit:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 4}
