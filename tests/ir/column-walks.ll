; RUN: opencicc opt %s --passes=column-walks | filecheck %s
; RUN: opencicc opt %s --passes=column-walks -column-walks=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=column-walks -column-walks=1 | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s --passes=column-walks -Rpass=column-walks -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: one: remark: 1 addresses step along columns [-Rpass=column-walks]
target triple = "nvptx64-nvidia-cuda"

; Two copies of a walk down a column: the address of each is that of the one before and a row.
; CHECK-LABEL: @one(
; CHECK: [[AT:%.*]] = add i32 %row.first, %column
; CHECK: [[WIDE:%.*]] = sext i32 [[AT]] to i64
; CHECK: [[FIRST:%.*]] = getelementptr float, ptr addrspace(1) %x, i64 [[WIDE]]
; CHECK: [[ROW:%.*]] = sext i32 %n to i64
; CHECK: loop:
; CHECK: [[P:%.*]] = phi ptr addrspace(1) [ [[FIRST]], %entry ], [ [[TURN:%.*]], %loop ]
; CHECK: [[NEXT:%.*]] = getelementptr float, ptr addrspace(1) [[P]], i64 [[ROW]]
; CHECK: [[TURN]] = getelementptr float, ptr addrspace(1) [[NEXT]], i64 [[ROW]]
; CHECK-NOT: mul
; CHECK: load float, ptr addrspace(1) [[P]]
; CHECK-NOT: sext
; CHECK: load float, ptr addrspace(1) [[NEXT]]
; OFF-LABEL: @one(
; OFF: loop:
; OFF: mul nsw i32
define float @one(ptr addrspace(1) %x, i32 %n, i32 %column, i32 %most) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.2, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.1, %loop ]
  %row = mul nsw i32 %i, %n
  %at = add nsw i32 %row, %column
  %wide = sext i32 %at to i64
  %p = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide
  %v = load float, ptr addrspace(1) %p
  %i.1 = or disjoint i32 %i, 1
  %row.1 = mul nsw i32 %n, %i.1
  %at.1 = add nsw i32 %column, %row.1
  %wide.1 = sext i32 %at.1 to i64
  %p.1 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide.1
  %v.1 = load float, ptr addrspace(1) %p.1
  %sum.0 = fadd float %sum, %v
  %sum.1 = fadd float %sum.0, %v.1
  %i.2 = add nuw nsw i32 %i, 2
  %more = icmp slt i32 %i.2, %most
  br i1 %more, label %loop, label %end
end:
  ret float %sum.1
}

; Rows of a step of 3, from the thread's own number on: an access of each trip says that the first index does not wrap.
; CHECK-LABEL: @apart(
; CHECK: %row.first = mul i32 %start, %n
; CHECK: %rows.width = mul i64 %row.width, 3
; CHECK: %column.next = getelementptr float, ptr addrspace(1) %column, i64 %rows.width
define void @apart(ptr addrspace(1) %x, i32 %n, i32 %start, i32 %most) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %i.2, %loop ]
  %row = mul nsw i32 %i, %n
  %wide = sext i32 %row to i64
  %p = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide
  store float 0.0, ptr addrspace(1) %p
  %i.1 = add nsw i32 %i, 3
  %row.1 = mul nsw i32 %i.1, %n
  %wide.1 = sext i32 %row.1 to i64
  %p.1 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide.1
  store float 1.0, ptr addrspace(1) %p.1
  %i.2 = add nsw i32 %i, 6
  %more = icmp slt i32 %i.2, %most
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Two columns are two addresses: more than --column-walks=1 allows.
; CHECK-LABEL: @two(
; CHECK: loop:
; CHECK-NOT: mul
; CHECK: ret void
; ONE-LABEL: @two(
; ONE: loop:
; ONE: mul nsw i32
define void @two(ptr addrspace(1) %x, i32 %n, i32 %a, i32 %b, i32 %most) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.2, %loop ]
  %row = mul nsw i32 %i, %n
  %at = add nsw i32 %row, %a
  %wide = sext i32 %at to i64
  %p = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide
  store float 0.0, ptr addrspace(1) %p
  %bt = add nsw i32 %row, %b
  %bide = sext i32 %bt to i64
  %q = getelementptr inbounds float, ptr addrspace(1) %x, i64 %bide
  store float 1.0, ptr addrspace(1) %q
  %i.1 = or disjoint i32 %i, 1
  %row.1 = mul nsw i32 %i.1, %n
  %at.1 = add nsw i32 %row.1, %a
  %wide.1 = sext i32 %at.1 to i64
  %p.1 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide.1
  store float 2.0, ptr addrspace(1) %p.1
  %bt.1 = add nsw i32 %row.1, %b
  %bide.1 = sext i32 %bt.1 to i64
  %q.1 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %bide.1
  store float 3.0, ptr addrspace(1) %q.1
  %i.2 = add nuw nsw i32 %i, 2
  %more = icmp slt i32 %i.2, %most
  br i1 %more, label %loop, label %end
end:
  ret void
}

; One index into two arrays is stepped once for both.
; CHECK-LABEL: @shared_index(
; CHECK: loop:
; CHECK: mul nsw i32
define void @shared_index(ptr addrspace(1) %x, ptr addrspace(1) %y, i32 %n, i32 %most) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.2, %loop ]
  %row = mul nsw i32 %i, %n
  %wide = sext i32 %row to i64
  %p = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr inbounds float, ptr addrspace(1) %y, i64 %wide
  store float %v, ptr addrspace(1) %q
  %i.1 = or disjoint i32 %i, 1
  %row.1 = mul nsw i32 %i.1, %n
  %wide.1 = sext i32 %row.1 to i64
  %p.1 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide.1
  %v.1 = load float, ptr addrspace(1) %p.1
  %q.1 = getelementptr inbounds float, ptr addrspace(1) %y, i64 %wide.1
  store float %v.1, ptr addrspace(1) %q.1
  %i.2 = add nuw nsw i32 %i, 2
  %more = icmp slt i32 %i.2, %most
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A product that may wrap is another element than the address in 64 bits.
; CHECK-LABEL: @wraps(
; CHECK: loop:
; CHECK: mul i32
define void @wraps(ptr addrspace(1) %x, i32 %n, i32 %most) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.2, %loop ]
  %row = mul i32 %i, %n
  %wide = sext i32 %row to i64
  %p = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide
  store float 0.0, ptr addrspace(1) %p
  %i.1 = or disjoint i32 %i, 1
  %row.1 = mul i32 %i.1, %n
  %wide.1 = sext i32 %row.1 to i64
  %p.1 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide.1
  store float 1.0, ptr addrspace(1) %p.1
  %i.2 = add nuw nsw i32 %i, 2
  %more = icmp slt i32 %i.2, %most
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Where only the second copy's address is accessed, the first one's product may wrap, and nobody would notice.
; CHECK-LABEL: @not_accessed(
; CHECK: loop:
; CHECK: mul nsw i32 %i, %n
define void @not_accessed(ptr addrspace(1) %x, ptr %out, i32 %n, i32 %start, i32 %most) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %i.2, %loop ]
  %row = mul nsw i32 %i, %n
  %wide = sext i32 %row to i64
  %p = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide
  store ptr addrspace(1) %p, ptr %out
  %i.1 = add nsw i32 %i, 1
  %row.1 = mul nsw i32 %i.1, %n
  %wide.1 = sext i32 %row.1 to i64
  %p.1 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %wide.1
  store float 1.0, ptr addrspace(1) %p.1
  %i.2 = add nsw i32 %i, 2
  %more = icmp slt i32 %i.2, %most
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Another use of the row needs it anyway, and shared memory has addresses of 32 bits.
; CHECK-LABEL: @used(
; CHECK: loop:
; CHECK: mul nsw i32
; CHECK-LABEL: @shared_memory(
; CHECK: loop:
; CHECK: mul nsw i32
define void @used(ptr addrspace(1) %x, ptr addrspace(1) %y, i32 %n, i32 %most) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.2, %loop ]
  %row = mul nsw i32 %i, %n
  %wide = sext i32 %row to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %wide
  store i32 %row, ptr addrspace(1) %p
  %i.1 = or disjoint i32 %i, 1
  %row.1 = mul nsw i32 %i.1, %n
  %wide.1 = sext i32 %row.1 to i64
  %p.1 = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %wide.1
  store i32 1, ptr addrspace(1) %p.1
  %i.2 = add nuw nsw i32 %i, 2
  %more = icmp slt i32 %i.2, %most
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @shared_memory(ptr addrspace(3) %x, i32 %n, i32 %most) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.2, %loop ]
  %row = mul nsw i32 %i, %n
  %wide = sext i32 %row to i64
  %p = getelementptr inbounds float, ptr addrspace(3) %x, i64 %wide
  store float 0.0, ptr addrspace(3) %p
  %i.1 = or disjoint i32 %i, 1
  %row.1 = mul nsw i32 %i.1, %n
  %wide.1 = sext i32 %row.1 to i64
  %p.1 = getelementptr inbounds float, ptr addrspace(3) %x, i64 %wide.1
  store float 1.0, ptr addrspace(3) %p.1
  %i.2 = add nuw nsw i32 %i, 2
  %more = icmp slt i32 %i.2, %most
  br i1 %more, label %loop, label %end
end:
  ret void
}
