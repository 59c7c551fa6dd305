; RUN: opencicc opt %s --passes=propagate-alignment | filecheck %s

target triple = "nvptx64-nvidia-cuda"

; Through the cast to local memory, by constant offset.
; CHECK-LABEL: @constant_offsets(
; CHECK: store i16 1, ptr addrspace(5) %start, align 16
; CHECK: store i16 2, ptr addrspace(5) %eight, align 8
; CHECK: store i16 3, ptr addrspace(5) %six, align 2
; CHECK: store i16 4, ptr addrspace(5) %member, align 4
define void @constant_offsets() {
  %array = alloca { [6 x i16], i16 }, align 16
  %start = addrspacecast ptr %array to ptr addrspace(5)
  store i16 1, ptr addrspace(5) %start, align 2
  %eight = getelementptr i8, ptr addrspace(5) %start, i64 8
  store i16 2, ptr addrspace(5) %eight, align 2
  %six = getelementptr i8, ptr addrspace(5) %start, i64 6
  store i16 3, ptr addrspace(5) %six, align 2
  %member = getelementptr { [6 x i16], i16 }, ptr addrspace(5) %start, i64 0, i32 1
  store i16 4, ptr addrspace(5) %member, align 2
  ret void
}

; A counter that steps by four over two-byte elements.
; CHECK-LABEL: @counter(
; CHECK: %first = load i16, ptr addrspace(5) %p, align 8
; CHECK: %second = load i16, ptr addrspace(5) %q, align 2
; CHECK: %third = load i16, ptr addrspace(5) %r, align 4
define void @counter(ptr %out) {
entry:
  %array = alloca [64 x i16], align 16
  %local = addrspacecast ptr %array to ptr addrspace(5)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %p = getelementptr i16, ptr addrspace(5) %local, i64 %wide
  %first = load i16, ptr addrspace(5) %p, align 2
  %q = getelementptr i8, ptr addrspace(5) %p, i64 2
  %second = load i16, ptr addrspace(5) %q, align 2
  %r = getelementptr i8, ptr addrspace(5) %p, i64 4
  %third = load i16, ptr addrspace(5) %r, align 2
  %ab = add i16 %first, %second
  %abc = add i16 %ab, %third
  store i16 %abc, ptr %out
  %next = add i32 %i, 4
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %done
done:
  ret void
}

; The start of the counter counts too: 2, 6, 10, ... are even only.
; CHECK-LABEL: @odd_start(
; CHECK: load i16, ptr %p, align 4
define i16 @odd_start() {
entry:
  %array = alloca [64 x i16], align 16
  br label %loop
loop:
  %i = phi i64 [ 2, %entry ], [ %next, %loop ]
  %p = getelementptr i16, ptr %array, i64 %i
  %v = load i16, ptr %p, align 2
  %next = add i64 %i, 4
  %more = icmp ult i64 %next, 60
  br i1 %more, label %loop, label %done
done:
  ret i16 %v
}

; An unknown index says nothing, a pointer that is stored is a value and not an address, other memory is not ours.
; CHECK-LABEL: @stays(
; CHECK: load i16, ptr %p, align 2
; CHECK: store ptr %array, ptr %out, align 4
; CHECK: store i16 1, ptr %out, align 2
define i16 @stays(i64 %index, ptr %out) {
  %array = alloca [64 x i16], align 16
  %p = getelementptr i16, ptr %array, i64 %index
  %v = load i16, ptr %p, align 2
  store ptr %array, ptr %out, align 4
  store i16 1, ptr %out, align 2
  ret i16 %v
}
