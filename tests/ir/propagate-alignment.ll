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

; Shared memory, a parameter that says its alignment, a pointer that walks, one of two pointers, a constant address.
@tile = internal addrspace(3) global [64 x float] poison, align 16
@few = internal addrspace(3) global [64 x float] poison, align 8
@packed = internal addrspace(1) global [64 x i8] zeroinitializer, align 16
; CHECK-LABEL: @objects(
; CHECK: store float 0.0{{.*}}, ptr %walk, align 8
; CHECK: store float 1.0{{.*}}, ptr %one, align 16
; CHECK: store float 2.0{{.*}}, ptr addrspacecast (ptr addrspace(3) getelementptr {{.*}} to ptr), align 16
; CHECK: store float 3.0{{.*}}, ptr %given, align 4
; CHECK: store float 4.0{{.*}}, ptr addrspace(1) %second, align 4
; CHECK: store i8 5, ptr addrspace(1) %masked, align 8
define void @objects(ptr align 8 %param, i1 %which, i64 %n, ptr addrspace(1) align 8 %global) {
entry:
  %t = addrspacecast ptr addrspace(3) @tile to ptr
  br label %loop
loop:
  %walk = phi ptr [ %param, %entry ], [ %further, %loop ]
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  store float 0.0, ptr %walk, align 4
  %further = getelementptr float, ptr %walk, i64 2
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %done
done:
  %row = getelementptr [4 x float], ptr %t, i64 %i
  %one = select i1 %which, ptr %t, ptr %row
  store float 1.0, ptr %one, align 4
  store float 2.0, ptr addrspacecast (ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 16) to ptr), align 4
  %f = addrspacecast ptr addrspace(3) @few to ptr
  %other = getelementptr float, ptr %f, i64 1
  %given = select i1 %which, ptr %f, ptr %other
  store float 3.0, ptr %given, align 4
  %second = getelementptr float, ptr addrspace(1) %global, i64 1
  store float 4.0, ptr addrspace(1) %second, align 1
  %bits = and i64 %n, 56
  %masked = getelementptr i8, ptr addrspace(1) @packed, i64 %bits
  store i8 5, ptr addrspace(1) %masked, align 1
  ret void
}

; A parameter without an alignment, a declaration, a frozen index (it may have been poison), a shift that loses the zeros.
@elsewhere = external addrspace(1) global [64 x i8]
; CHECK-LABEL: @nothing_known(
; CHECK: store i8 1, ptr %param, align 1
; CHECK: store i8 2, ptr addrspace(1) @elsewhere, align 1
; CHECK: store i8 3, ptr addrspace(1) %frozen, align 1
; CHECK: store i8 4, ptr addrspace(1) %shifted, align 2
define void @nothing_known(ptr %param, i64 %n) {
  store i8 1, ptr %param, align 1
  store i8 2, ptr addrspace(1) @elsewhere, align 1
  %four = shl i64 %n, 2
  %any = freeze i64 %four
  %frozen = getelementptr i8, ptr addrspace(1) @packed, i64 %any
  store i8 3, ptr addrspace(1) %frozen, align 1
  %half = lshr i64 %four, 1
  %shifted = getelementptr i8, ptr addrspace(1) @packed, i64 %half
  store i8 4, ptr addrspace(1) %shifted, align 1
  ret void
}
