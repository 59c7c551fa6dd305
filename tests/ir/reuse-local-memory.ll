; Stack objects that are not used at the same time get markers that let code generation share their memory.
; RUN: opencicc opt %s --passes=reuse-local-memory --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=reuse-local-memory -reuse-local-memory=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=reuse-local-memory -Rpass=reuse -o %t 2>&1 | filecheck %s --check-prefix=SAID
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; SAID: phases: remark: may share its memory with an object that is used at another time
; OFF-NOT: lifetime
target triple = "nvptx64-nvidia-cuda"

; Each object begins outside its loop, so that its contents stay from trip to trip.
; CHECK-LABEL: @phases(
; CHECK: call void @llvm.lifetime.start.p0(ptr %a)
; CHECK-NEXT: br label %first
; CHECK: %r = load i32, ptr %q
; CHECK-NEXT: call void @llvm.lifetime.end.p0(ptr %a)
; CHECK: call void @llvm.lifetime.start.p0(ptr %b)
; CHECK-NEXT: br label %second
; CHECK: %r2 = load i32, ptr %q2
; CHECK-NEXT: call void @llvm.lifetime.end.p0(ptr %b)
; PTX-LABEL: .entry phases(
; PTX: __local_depot0[256]
define ptx_kernel void @phases(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) {
entry:
  %a = alloca [64 x i32], align 16
  %b = alloca [64 x i32], align 16
  br label %first
first:
  %i = phi i32 [ 0, %entry ], [ %i2, %first ]
  %g = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %g
  %w = and i32 %v, 63
  %p = getelementptr i32, ptr %a, i32 %w
  store i32 %i, ptr %p
  %i2 = add i32 %i, 1
  %c = icmp slt i32 %i2, %n
  br i1 %c, label %first, label %middle
middle:
  %q = getelementptr i32, ptr %a, i32 %n
  %r = load i32, ptr %q
  store i32 %r, ptr addrspace(1) %out
  br label %second
second:
  %j = phi i32 [ 0, %middle ], [ %j2, %second ]
  %g2 = getelementptr i32, ptr addrspace(1) %in, i32 %j
  %v2 = load i32, ptr addrspace(1) %g2
  %w2 = and i32 %v2, 63
  %p2 = getelementptr i32, ptr %b, i32 %w2
  store i32 %j, ptr %p2
  %j2 = add i32 %j, 1
  %c2 = icmp slt i32 %j2, %n
  br i1 %c2, label %second, label %end
end:
  %q2 = getelementptr i32, ptr %b, i32 %n
  %r2 = load i32, ptr %q2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %r2, ptr addrspace(1) %o2
  ret void
}

; On two sides of a branch; one side ends at the edge where no use can follow.
; CHECK-LABEL: @sides(
; CHECK: then:
; CHECK: call void @llvm.lifetime.start.p0(ptr %a)
; CHECK: call void @llvm.lifetime.end.p0(ptr %a)
; CHECK: skip:
; CHECK: call void @llvm.lifetime.end.p0(ptr %a)
; CHECK: else:
; CHECK: call void @llvm.lifetime.start.p0(ptr %b)
; CHECK: call void @llvm.lifetime.end.p0(ptr %b)
define i32 @sides(i1 %c, i1 %d, i32 %n) {
  %a = alloca [64 x i32], align 16
  %b = alloca [64 x i32], align 16
  br i1 %c, label %then, label %else
then:
  %p = getelementptr i32, ptr %a, i32 %n
  store i32 1, ptr %p
  br i1 %d, label %more, label %skip
more:
  %x = load i32, ptr %a
  ret i32 %x
skip:
  ret i32 0
else:
  %q = getelementptr i32, ptr %b, i32 %n
  store i32 2, ptr %q
  %y = load i32, ptr %b
  ret i32 %y
}

; Used together; the other way round from trip to trip; an address that a call gets; markers that are there already.
; CHECK-LABEL: @together(
; CHECK-NOT: lifetime
; CHECK-LABEL: @turns(
; CHECK-NOT: lifetime
; CHECK-LABEL: @handed_over(
; CHECK-NOT: lifetime
; CHECK: ret i32
define i32 @together(i32 %n) {
  %a = alloca [64 x i32], align 16
  %b = alloca [64 x i32], align 16
  store i32 1, ptr %a
  store i32 2, ptr %b
  %p = getelementptr i32, ptr %a, i32 %n
  %x = load i32, ptr %p
  ret i32 %x
}
define void @turns(i32 %n) {
entry:
  %a = alloca [64 x i32], align 16
  %b = alloca [64 x i32], align 16
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %p = getelementptr i32, ptr %a, i32 %i
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i32 %v
  store i32 %i, ptr %q
  %w = load i32, ptr %b
  store i32 %w, ptr %a
  %i2 = add i32 %i, 1
  %c = icmp slt i32 %i2, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}
define i32 @handed_over(i32 %n) {
  %a = alloca [64 x i32], align 16
  %b = alloca [64 x i32], align 16
  call void @take(ptr %a)
  %p = getelementptr i32, ptr %b, i32 %n
  store i32 2, ptr %p
  %x = load i32, ptr %b
  ret i32 %x
}
define internal void @take(ptr %p) noinline {
  store i32 1, ptr %p
  ret void
}
