; RUN: opencicc opt %s --passes=near-sums | filecheck %s
; RUN: opencicc opt %s --passes=near-sums --near-sums=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=near-sums -Rpass=near-sums -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc %s -arch=sm_90 -O3 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -arch=sm_90 -O3 -o - | opencicc run - --kernel row --grid 1 --block 4 --arg 'f32[32]=zeros' --arg 'f32[32]=ones' --arg s32=8 --arg s32=2 --json | filecheck %s --check-prefix=VALUES
; REMARK: next: remark: an index is 1 away from another one [-Rpass=near-sums]

target triple = "nvptx64-nvidia-cuda"

; Nothing of the sum overflows, so nothing of the smaller one does.
; CHECK-LABEL: @next(
; CHECK: %second.near = add nuw nsw i32 %first, 1
; CHECK-NOT: or disjoint
; CHECK: zext nneg i32 %second.near to i64
; OFF-LABEL: @next(
; OFF: %second = add nuw nsw i32 %next, %row
define float @next(ptr %p, i32 %x, i32 %row) {
  %next = or disjoint i32 %x, 1
  %first = add nuw nsw i32 %x, %row
  %second = add nuw nsw i32 %next, %row
  %i = zext nneg i32 %first to i64
  %a = getelementptr float, ptr %p, i64 %i
  %j = zext nneg i32 %second to i64
  %b = getelementptr float, ptr %p, i64 %j
  %v = load float, ptr %a
  %w = load float, ptr %b
  %s = fadd float %v, %w
  ret float %s
}

; Memory was accessed at the first sum's address: it did not overflow, and the constant may stand on either side.
; CHECK-LABEL: @accessed(
; CHECK: %second.near = add nsw i32 %first, 2
; CHECK: %third.near = add nsw i32 %first, -3
define float @accessed(ptr %p, i32 %x, i32 %row) {
  %first = add nsw i32 %row, %x
  %i = sext i32 %first to i64
  %a = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %a
  %up = add nsw i32 %x, 2
  %second = add nsw i32 %up, %row
  %j = sext i32 %second to i64
  %b = getelementptr float, ptr %p, i64 %j
  %w = load float, ptr %b
  %down = add nsw i32 %row, -3
  %third = add nsw i32 %x, %down
  %k = sext i32 %third to i64
  %c = getelementptr float, ptr %p, i64 %k
  store float %w, ptr %c
  %s = fadd float %v, %w
  ret float %s
}

; The access is on one of two ways: on the other %first may have overflowed where %second did not.
; CHECK-LABEL: @accessed_elsewhere(
; CHECK: %second = add nsw i32 %up, %row
define float @accessed_elsewhere(ptr %p, i32 %x, i32 %row, i1 %c) {
  %first = add nsw i32 %x, %row
  %i = sext i32 %first to i64
  %a = getelementptr float, ptr %p, i64 %i
  br i1 %c, label %read, label %join
read:
  %v = load float, ptr %a
  br label %join
join:
  %up = add nsw i32 %x, 2
  %second = add nsw i32 %up, %row
  %j = sext i32 %second to i64
  %b = getelementptr float, ptr %p, i64 %j
  %w = load float, ptr %b
  ret float %w
}

; An unsigned sum says nothing about the sign of the known one, which does.
; CHECK-LABEL: @unsigned_only(
; CHECK: %second = add nuw i32 %up, %row
; CHECK: %fourth.near = add nuw i32 %third, 2
define i64 @unsigned_only(i32 %x, i32 %row, i32 %other) {
  %first = add nsw i32 %x, %row
  %up = add nuw i32 %x, 2
  %second = add nuw i32 %up, %row
  %third = add i32 %x, %other
  %fourth = add nuw i32 %up, %other
  %i = zext i32 %first to i64
  %j = zext i32 %second to i64
  %k = zext i32 %third to i64
  %l = zext i32 %fourth to i64
  %s = add i64 %i, %j
  %t = add i64 %k, %l
  %r = mul i64 %s, %t
  ret i64 %r
}

; That %x has its lowest bit free is said by the known sum only.
; CHECK-LABEL: @free_bit(
; CHECK: %second = add nuw nsw i32 %three, %row
define i64 @free_bit(i32 %x, i32 %row) {
  %one = or disjoint i32 %x, 1
  %first = add nuw nsw i32 %one, %row
  %three = add nuw nsw i32 %x, 3
  %second = add nuw nsw i32 %three, %row
  %i = zext i32 %first to i64
  %j = zext i32 %second to i64
  %s = mul i64 %i, %j
  ret i64 %s
}

; Sums that may wrap stay, and so do those that are no indices and those that are as wide as addresses.
; CHECK-LABEL: @left_alone(
; CHECK: %second = add i32 %next, %row
; CHECK: %number = add nuw nsw i32 %next, %other
; CHECK: %wide.second = add nuw nsw i64 %wide.next, %wide.other
define i64 @left_alone(i32 %x, i32 %row, i32 %other, i64 %wide, i64 %wide.other) {
  %next = or disjoint i32 %x, 1
  %first = add i32 %x, %row
  %second = add i32 %next, %row
  %plain = add nuw nsw i32 %x, %other
  %number = add nuw nsw i32 %next, %other
  %wide.next = or disjoint i64 %wide, 1
  %wide.first = add nuw nsw i64 %wide, %wide.other
  %wide.second = add nuw nsw i64 %wide.next, %wide.other
  %i = sext i32 %first to i64
  %j = sext i32 %second to i64
  %f = uitofp i32 %number to double
  %g = uitofp i32 %plain to double
  %h = fadd double %f, %g
  %k = fptoui double %h to i64
  %s = mul i64 %i, %j
  %t = mul i64 %wide.first, %wide.second
  %u = add i64 %s, %t
  %r = add i64 %u, %k
  ret i64 %r
}

; Elements of a row that is read and written: one address, and offsets of it.
; PTX-LABEL: .entry row(
; PTX: ld.global.b32 %{{.*}}, [%[[ROW:rd[0-9]+]]];
; PTX: st.global.b32 [%[[ROW]]], %{{.*}};
; PTX: ld.global.b32 %{{.*}}, [%[[ROW]]+4];
; PTX: st.global.b32 [%[[ROW]]+4], %{{.*}};
; VALUES: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0
define ptx_kernel void @row(ptr addrspace(1) %out, ptr addrspace(1) noalias readonly %in, i32 %n, i32 %row) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = shl nuw nsw i32 %t, 1
  %start = mul nsw i32 %row, %n
  %first = add nsw i32 %x, %start
  %i = sext i32 %first to i64
  %a = getelementptr float, ptr addrspace(1) %out, i64 %i
  %c = getelementptr float, ptr addrspace(1) %in, i64 %i
  %v = load float, ptr addrspace(1) %a, align 4
  %d = load float, ptr addrspace(1) %c, align 4
  %s = fadd float %v, %d
  store float %s, ptr addrspace(1) %a, align 4
  %next = or disjoint i32 %x, 1
  %second = add nsw i32 %next, %start
  %j = sext i32 %second to i64
  %b = getelementptr float, ptr addrspace(1) %out, i64 %j
  %e = getelementptr float, ptr addrspace(1) %in, i64 %j
  %w = load float, ptr addrspace(1) %b, align 4
  %f = load float, ptr addrspace(1) %e, align 4
  %u = fadd float %w, %f
  store float %u, ptr addrspace(1) %b, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
