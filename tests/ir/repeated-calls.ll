; RUN: opencicc opt %s --passes=repeated-calls,sroa,instcombine,early-cse | filecheck %s
; RUN: opencicc opt %s --passes=repeated-calls,sroa,instcombine,early-cse --repeated-calls=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=repeated-calls,sroa,instcombine,early-cse --repeated-calls-max-size=5 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=repeated-calls -Rpass=repeated -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK-DAG: halved: remark: only computes: equal calls of it are merged [-Rpass=repeated-calls]
; REMARK-DAG: inner: remark: only computes
; REMARK-DAG: outer: remark: only computes
; REMARK-DAG: numbers: remark: only computes
; REMARK-NOT: remark:
target triple = "nvptx64-nvidia-cuda"
%pair = type { float, float }
%loose = type { i8, i32 }
declare void @barrier() convergent

; A loop over what its own struct holds.
define internal float @halved(ptr byval(%pair) align 4 %a) convergent mustprogress {
entry:
  %x = load float, ptr %a, align 4
  %at = getelementptr inbounds %pair, ptr %a, i32 0, i32 1
  %y = load float, ptr %at, align 4
  br label %loop
loop:
  %v = phi float [ %x, %entry ], [ %next, %loop ]
  %next = fmul float %v, 5.000000e-01
  %more = fcmp ogt float %next, %y
  br i1 %more, label %loop, label %end
end:
  ret float %next
}

; CHECK-LABEL: @structs(
; CHECK: call float @halved(%pair
; CHECK-NOT: call float
; CHECK: ret void
; OFF-LABEL: @structs(
; OFF-COUNT-2: call float @halved(
define ptx_kernel void @structs(ptr %p, ptr %out) {
  %copy = alloca %pair, align 4
  %other = alloca %pair, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %copy, ptr align 4 %p, i64 8, i1 false)
  %a = call float @halved(ptr byval(%pair) align 4 %copy) convergent
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %other, ptr align 4 %p, i64 8, i1 false)
  %b = call float @halved(ptr byval(%pair) align 4 %other) convergent
  %s = fsub float %a, %b
  %t = fdiv float %s, %a
  store float %t, ptr %out
  ret void
}

; A store may have changed what the second copy has: two calls.
; CHECK-LABEL: @changed(
; CHECK-COUNT-2: call float @halved(%pair
define ptx_kernel void @changed(ptr %p, ptr %out) {
  %a = call float @halved(ptr byval(%pair) align 4 %p) convergent
  store float %a, ptr %out
  %b = call float @halved(ptr byval(%pair) align 4 %p) convergent
  store float %b, ptr %out
  ret void
}

; Through another function, which gets its struct as a value as well.
define internal float @inner(ptr byval(%pair) align 4 %a) convergent {
  %x = load float, ptr %a, align 4
  %s = fmul float %x, %x
  ret float %s
}
define internal float @outer(ptr byval(%pair) align 4 %a, i1 %c) convergent {
  br i1 %c, label %then, label %end
then:
  %s = call float @inner(ptr byval(%pair) align 4 %a) convergent
  br label %end
end:
  %r = phi float [ %s, %then ], [ 1.000000e+00, %0 ]
  ret float %r
}
; CHECK-LABEL: @through(
; CHECK: call float @outer(%pair
; CHECK-NOT: call float
; CHECK: ret void
define ptx_kernel void @through(ptr %p, ptr %out, i1 %c) {
  %a = call float @outer(ptr byval(%pair) align 4 %p, i1 %c) convergent
  %b = call float @outer(ptr byval(%pair) align 4 %p, i1 %c) convergent
  %s = fdiv float %a, %b
  store float %s, ptr %out
  ret void
}

; Numbers need no libdevice to be known by.
define internal i32 @numbers(i32 %n) convergent {
entry:
  br label %loop
loop:
  %v = phi i32 [ %n, %entry ], [ %next, %loop ]
  %odd = mul i32 %v, 3
  %next = xor i32 %odd, 5
  %more = icmp ugt i32 %next, 100
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}
; CHECK-LABEL: @twice(
; CHECK: call i32 @numbers(
; CHECK-NOT: call i32
; CHECK: ret void
define ptx_kernel void @twice(ptr %out, i32 %n) {
  %a = call i32 @numbers(i32 %n) convergent
  %b = call i32 @numbers(i32 %n) convergent
  %s = mul i32 %a, %b
  store i32 %s, ptr %out
  ret void
}

; These stay as they are: one reads memory that is not its own, one waits for others, one has bytes between its fields, one
; calls itself, one writes to its struct, one has its address taken, one may be replaced, one is never called with the same.
define internal i32 @reads(ptr %p, i1 %c) convergent {
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr %p
  br label %end
end:
  %r = phi i32 [ %v, %then ], [ 1, %0 ]
  ret i32 %r
}
define internal i32 @waits(i32 %x, i1 %c) convergent {
  br i1 %c, label %then, label %end
then:
  call void @barrier() convergent
  br label %end
end:
  ret i32 %x
}
define internal i32 @padded(ptr byval(%loose) align 4 %p, i1 %c) convergent {
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr %p
  br label %end
end:
  %r = phi i32 [ %v, %then ], [ 1, %0 ]
  ret i32 %r
}
define internal i32 @itself(i32 %x) convergent {
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %then, label %end
then:
  %y = sub i32 %x, 1
  %v = call i32 @itself(i32 %y) convergent
  br label %end
end:
  %r = phi i32 [ %v, %then ], [ 1, %0 ]
  ret i32 %r
}
define internal i32 @writes(ptr byval(%pair) align 4 %p, i1 %c) convergent {
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  %v = load i32, ptr %p
  ret i32 %v
}
define internal i32 @taken(ptr byval(%pair) align 4 %p, i1 %c) convergent {
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr %p
  br label %end
end:
  %r = phi i32 [ %v, %then ], [ 1, %0 ]
  ret i32 %r
}
define weak i32 @replaced(i32 %x, i1 %c) convergent {
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %r = phi i32 [ %x, %then ], [ 1, %0 ]
  ret i32 %r
}
define internal i32 @apart(i32 %x, i1 %c) convergent {
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %r = phi i32 [ %x, %then ], [ 1, %0 ]
  ret i32 %r
}
; CHECK-LABEL: @stays(
; CHECK-COUNT-2: call i32 @reads(
; CHECK-COUNT-2: call i32 @waits(
; CHECK-COUNT-2: call i32 @padded(ptr
; CHECK-COUNT-2: call i32 @itself(
; CHECK-COUNT-2: call i32 @writes(ptr
; CHECK-COUNT-2: call i32 @taken(ptr
; CHECK-COUNT-2: call i32 @replaced(
; CHECK-COUNT-2: call i32 @apart(
define ptx_kernel void @stays(ptr %p, i32 %x, i1 %c) {
  %1 = call i32 @reads(ptr %p, i1 %c) convergent
  %2 = call i32 @reads(ptr %p, i1 %c) convergent
  %3 = call i32 @waits(i32 %x, i1 %c) convergent
  %4 = call i32 @waits(i32 %x, i1 %c) convergent
  %5 = call i32 @padded(ptr byval(%loose) align 4 %p, i1 %c) convergent
  %6 = call i32 @padded(ptr byval(%loose) align 4 %p, i1 %c) convergent
  %7 = call i32 @itself(i32 %x) convergent
  %8 = call i32 @itself(i32 %x) convergent
  %9 = call i32 @writes(ptr byval(%pair) align 4 %p, i1 %c) convergent
  %10 = call i32 @writes(ptr byval(%pair) align 4 %p, i1 %c) convergent
  %11 = call i32 @taken(ptr byval(%pair) align 4 %p, i1 %c) convergent
  %12 = call i32 @taken(ptr byval(%pair) align 4 %p, i1 %c) convergent
  %13 = call i32 @replaced(i32 %x, i1 %c) convergent
  %14 = call i32 @replaced(i32 %x, i1 %c) convergent
  %15 = call i32 @apart(i32 %x, i1 %c) convergent
  %16 = call i32 @apart(i32 7, i1 %c) convergent
  store volatile ptr @taken, ptr %p
  %a = add i32 %1, %2
  store volatile i32 %a, ptr %p
  store volatile i32 %15, ptr %p
  store volatile i32 %16, ptr %p
  ret void
}
