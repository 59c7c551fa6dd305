; RUN: opencicc %s -O3 -arch=sm_90 -o - | filecheck %s
; RUN: opencicc %s -O3 -arch=sm_90 --unroll-close-rows=0 -o - | filecheck %s --check-prefix=OFF
; RUN: opencicc %s -O3 -arch=sm_90 -Rpass=loop-unroll -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: rows: remark: unrolled by 4 with a remainder loop: {{.*}}; no further copies by ptxas: each thread goes through rows of its own
; REMARK: one_row: remark: unrolled by 4 with a remainder loop: size {{[0-9]+}} for {{[0-9]+}} % fewer cycles a trip [
; REMARK: columns: remark: unrolled by 4 with a remainder loop: size {{[0-9]+}} for {{[0-9]+}} % fewer cycles a trip [
; REMARK: only_read: remark: unrolled by 4 with a remainder loop: size {{[0-9]+}} for {{[0-9]+}} % fewer cycles a trip [
; REMARK: pairs: remark: unrolled by 4 with a remainder loop: size {{[0-9]+}} for {{[0-9]+}} % fewer cycles a trip [
; REMARK: taken: remark: unrolled by 4 with a remainder loop: {{.*}}; no further copies by ptxas: each thread goes through rows of its own
; REMARK: taken_apart: remark: unrolled by 4 with a remainder loop: size {{[0-9]+}} for {{[0-9]+}} % fewer cycles a trip [
; REMARK: indexed: remark: unrolled by 4 with a remainder loop: {{.*}}; no further copies by ptxas: each thread goes through rows of its own

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; Each thread reads two rows of its own and writes one: four copies are ours, ptxas makes none of them.
; CHECK-LABEL: .entry rows(
; CHECK: .pragma "nounroll"
; CHECK: ld.global{{.*}}+8]
; CHECK: .pragma "nounroll"
; CHECK: ret;
; OFF-LABEL: .entry rows(
; OFF-NOT: nounroll
; OFF: ld.global{{.*}}+8]
; OFF: .pragma "nounroll"
; OFF: ret;
define ptx_kernel void @rows(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias %c, i32 %width) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nsw i32 %thread, %width
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nsw i32 %row, %i
  %wide = sext i32 %index to i64
  %from = getelementptr inbounds double, ptr addrspace(1) %a, i64 %wide
  %v = load double, ptr addrspace(1) %from
  %to = getelementptr inbounds double, ptr addrspace(1) %c, i64 %wide
  %w = load double, ptr addrspace(1) %to
  %sum = fadd double %v, %w
  store double %sum, ptr addrspace(1) %to
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %width
  br i1 %more, label %loop, label %end
end:
  ret void
}

; One row that is changed in place: all its loads come before the stores, in sixteen copies too.
; CHECK-LABEL: .entry one_row(
; CHECK-NOT: nounroll
; CHECK: ld.global{{.*}}+4]
; CHECK: ret;
define ptx_kernel void @one_row(ptr addrspace(1) noalias %c, i32 %width, float %x) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nsw i32 %thread, %width
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %before = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %index = add nsw i32 %row, %i
  %wide = sext i32 %index to i64
  %to = getelementptr inbounds float, ptr addrspace(1) %c, i64 %wide
  %w = load float, ptr addrspace(1) %to
  %part = fmul contract float %before, %x
  %sum = fadd contract float %part, %w
  store float %sum, ptr addrspace(1) %to
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %width
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Neighbouring threads read neighbouring words, a row of the matrix later in every trip.
; CHECK-LABEL: .entry columns(
; CHECK-NOT: nounroll
; CHECK: st.global
; CHECK: ret;
define ptx_kernel void @columns(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias %c, i32 %width) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul nsw i32 %i, 512
  %index = add nsw i32 %row, %thread
  %wide = sext i32 %index to i64
  %from = getelementptr inbounds double, ptr addrspace(1) %a, i64 %wide
  %v = load double, ptr addrspace(1) %from
  %to = getelementptr inbounds double, ptr addrspace(1) %c, i64 %wide
  %w = load double, ptr addrspace(1) %to
  %sum = fadd double %v, %w
  store double %sum, ptr addrspace(1) %to
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %width
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Rows that are only read: nothing stands between the loads of any number of copies.
; CHECK-LABEL: .entry only_read(
; CHECK-NOT: nounroll
; CHECK: ld.global{{.*}}+8]
; CHECK: ret;
define ptx_kernel void @only_read(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias readonly %b, ptr addrspace(1) noalias %c, i32 %width) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nsw i32 %thread, %width
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %index = add nsw i32 %row, %i
  %wide = sext i32 %index to i64
  %from = getelementptr inbounds double, ptr addrspace(1) %a, i64 %wide
  %v = load double, ptr addrspace(1) %from
  %other = getelementptr inbounds double, ptr addrspace(1) %b, i64 %wide
  %w = load double, ptr addrspace(1) %other
  %product = fmul contract double %v, %w
  %sum = fadd contract double %product, %s
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %width
  br i1 %more, label %loop, label %end
end:
  %place = getelementptr inbounds double, ptr addrspace(1) %c, i32 %thread
  store double %sum, ptr addrspace(1) %place
  ret void
}

; Two words of a pair are one row.
; CHECK-LABEL: .entry pairs(
; CHECK-NOT: nounroll
; CHECK: st.global
; CHECK: ret;
define ptx_kernel void @pairs(ptr addrspace(1) noalias %c, i32 %width) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nsw i32 %thread, %width
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nsw i32 %row, %i
  %wide = sext i32 %index to i64
  %to = getelementptr inbounds [2 x float], ptr addrspace(1) %c, i64 %wide
  %v = load float, ptr addrspace(1) %to, align 8
  %second = getelementptr inbounds i8, ptr addrspace(1) %to, i64 4
  %w = load float, ptr addrspace(1) %second, align 4
  %sum = fadd float %v, %w
  store float %sum, ptr addrspace(1) %to, align 8
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %width
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A row that goes into a local array is as long as that at most.
; CHECK-LABEL: .entry taken(
; CHECK: .pragma "nounroll"
; CHECK: st.local
; CHECK: ret;
define ptx_kernel void @taken(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias %c, i32 %width, i32 %which) {
entry:
  %array = alloca [48 x float]
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nsw i32 %thread, %width
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nsw i32 %row, %i
  %wide = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %wide
  %v = load float, ptr addrspace(1) %from
  %place = getelementptr inbounds [48 x float], ptr %array, i64 0, i32 %i
  store float %v, ptr %place
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %width
  br i1 %more, label %loop, label %end
end:
  %chosen = getelementptr inbounds [48 x float], ptr %array, i64 0, i32 %which
  %read = load float, ptr %chosen
  store float %read, ptr addrspace(1) %c
  ret void
}

; A column that goes into a local array: neighbouring threads read neighbouring words, and loads under way gain.
; CHECK-LABEL: .entry taken_apart(
; CHECK-NOT: nounroll
; CHECK: st.local
; CHECK: ret;
define ptx_kernel void @taken_apart(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias %c, i32 %width, i32 %which) {
entry:
  %array = alloca [48 x float]
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul nsw i32 %i, 512
  %index = add nsw i32 %row, %thread
  %wide = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %wide
  %v = load float, ptr addrspace(1) %from
  %place = getelementptr inbounds [48 x float], ptr %array, i64 0, i32 %i
  store float %v, ptr %place
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %width
  br i1 %more, label %loop, label %end
end:
  %chosen = getelementptr inbounds [48 x float], ptr %array, i64 0, i32 %which
  %read = load float, ptr %chosen
  store float %read, ptr addrspace(1) %c
  ret void
}

; Where its rows are each thread finds in a table, and they are structs' arrays of known width.
; CHECK-LABEL: .entry indexed(
; CHECK: .pragma "nounroll"
; CHECK: ld.global{{.*}}+4]
; CHECK: ret;
define ptx_kernel void @indexed(ptr addrspace(1) noalias readonly %rows, ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias %c, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr inbounds i32, ptr addrspace(1) %rows, i32 %thread
  %row = load i32, ptr addrspace(1) %at
  %own = getelementptr inbounds [512 x float], ptr addrspace(1) %c, i32 %thread
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nsw i32 %row, %i
  %wide = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %wide
  %v = load float, ptr addrspace(1) %from
  %second = sext i32 %i to i64
  %to = getelementptr inbounds float, ptr addrspace(1) %own, i64 %second
  %w = load float, ptr addrspace(1) %to
  %sum = fadd float %v, %w
  store float %sum, ptr addrspace(1) %to
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
