; RUN: opencicc opt %s --passes=pair-loads | filecheck %s
; RUN: opencicc opt %s --passes=pair-loads --pair-loads=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=pair-loads --pair-loads-most=1 | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s --passes=pair-loads -Rpass=pair-loads -o %t 2>&1 | filecheck %s --check-prefix=REMARK

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent nounwind
declare float @llvm.sqrt.f32(float) nounwind willreturn memory(none)

; The own element's values are needed in every trip but its own. Whether there is another trip is asked before the loop.
; REMARK: forces: remark: 2 loads of a loop that all trips but one need stand before it
; CHECK-LABEL: @forces(
; CHECK: icmp slt i32 %next{{.*}}, %n
; CHECK: icmp ne i32 0, %own
; CHECK: br i1 %{{.*}}, label %pair.loads, label %pair.join
; CHECK: pair.loads:
; CHECK-NEXT: %xi = load float, ptr addrspace(1) %x.own
; CHECK-NEXT: %mi = load float, ptr addrspace(1) %m.own
; CHECK: pair.join:
; CHECK-NEXT: phi float [ %xi, %pair.loads ], [ 0.000000e+00, %entry ]
; CHECK: loop:
; CHECK: other:
; CHECK-COUNT-1: load float
; CHECK-NOT: load
; CHECK: ret void
; OFF-LABEL: @forces(
; OFF-NOT: pair.loads
; OFF: other:
; OFF-COUNT-3: load float
; ONE-LABEL: @forces(
; ONE: pair.loads:
; ONE-COUNT-1: load float
; ONE: other:
; ONE-COUNT-2: load float
define ptx_kernel void @forces(ptr addrspace(1) %x, ptr addrspace(1) %m, ptr addrspace(1) %out, i32 %own, i32 %n) {
entry:
  %x.own = getelementptr float, ptr addrspace(1) %x, i32 %own
  %m.own = getelementptr float, ptr addrspace(1) %m, i32 %own
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %kept, %latch ]
  %is.own = icmp eq i32 %j, %own
  br i1 %is.own, label %latch, label %other
other:
  %at = getelementptr float, ptr addrspace(1) %x, i32 %j
  %xj = load float, ptr addrspace(1) %at, align 4
  %xi = load float, ptr addrspace(1) %x.own, align 4
  %mi = load float, ptr addrspace(1) %m.own, align 4
  %d = fsub float %xj, %xi
  %r = call float @llvm.sqrt.f32(float %d)
  %f = fmul float %r, %mi
  %more = fadd float %sum, %f
  br label %latch
latch:
  %kept = phi float [ %sum, %loop ], [ %more, %other ]
  %next = add nuw nsw i32 %j, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store float %kept, ptr addrspace(1) %out, align 4
  ret void
}

; The other way around: a loop that ends when its test holds, a number of 64 bits compared as one of 32, a store to shared memory,
; where what is read from global memory does not lie.
; CHECK-LABEL: @narrowed(
; CHECK: icmp eq i64
; CHECK: xor i1
; CHECK: pair.loads:
; CHECK-NEXT: load float
define ptx_kernel void @narrowed(ptr addrspace(1) %x, ptr addrspace(3) %out, i32 %own, i64 %n) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 2, %entry ], [ %next, %latch ]
  %short = trunc i64 %j to i32
  %number = add i32 %short, 7
  %is.other = icmp ne i32 %own, %number
  br i1 %is.other, label %other, label %latch
other:
  %xi = load float, ptr addrspace(1) %x, align 4
  %at = getelementptr float, ptr addrspace(3) %out, i64 %j
  store float %xi, ptr addrspace(3) %at, align 4
  br label %latch
latch:
  %next = add i64 %j, 2
  %test = icmp eq i64 %next, %n
  br i1 %test, label %done, label %loop
done:
  ret void
}

; What is stored may be what is loaded.
; CHECK-LABEL: @stays_with_store(
; CHECK-NOT: pair.loads
define ptx_kernel void @stays_with_store(ptr addrspace(1) %x, ptr addrspace(1) %out, i32 %own, i32 %n) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %latch ]
  %is.own = icmp eq i32 %j, %own
  br i1 %is.own, label %latch, label %other
other:
  %xi = load float, ptr addrspace(1) %x, align 4
  %at = getelementptr float, ptr addrspace(1) %out, i32 %j
  store float %xi, ptr addrspace(1) %at, align 4
  br label %latch
latch:
  %next = add nuw nsw i32 %j, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  ret void
}

; Other threads may write before the barrier lets this one on.
; CHECK-LABEL: @stays_with_barrier(
; CHECK-NOT: pair.loads
define ptx_kernel void @stays_with_barrier(ptr addrspace(1) %x, ptr addrspace(1) %out, i32 %own, i32 %n) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %kept, %latch ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %is.own = icmp eq i32 %j, %own
  br i1 %is.own, label %latch, label %other
other:
  %xi = load float, ptr addrspace(1) %x, align 4
  %more = fadd float %sum, %xi
  br label %latch
latch:
  %kept = phi float [ %sum, %loop ], [ %more, %other ]
  %next = add nuw nsw i32 %j, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store float %kept, ptr addrspace(1) %out, align 4
  ret void
}

; Another exit: the loop may be left before any load.
; CHECK-LABEL: @stays_with_exit(
; CHECK-NOT: pair.loads
define ptx_kernel void @stays_with_exit(ptr addrspace(1) %x, ptr addrspace(1) %out, i32 %own, i32 %n, i32 %last) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %kept, %latch ]
  %leaves = icmp sgt i32 %j, %last
  br i1 %leaves, label %done, label %test.own
test.own:
  %is.own = icmp eq i32 %j, %own
  br i1 %is.own, label %latch, label %other
other:
  %xi = load float, ptr addrspace(1) %x, align 4
  %more = fadd float %sum, %xi
  br label %latch
latch:
  %kept = phi float [ %sum, %test.own ], [ %more, %other ]
  %next = add nuw nsw i32 %j, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  %result = phi float [ %sum, %loop ], [ %kept, %latch ]
  store float %result, ptr addrspace(1) %out, align 4
  ret void
}

; The own number changes from trip to trip, so that none of them may be another one; a volatile load is made as often as it is
; written; and a load under a second condition may be made never.
; CHECK-LABEL: @stays_with_moving_number(
; CHECK-NOT: pair.loads
define ptx_kernel void @stays_with_moving_number(ptr addrspace(1) %x, ptr addrspace(1) %owns, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %kept, %latch ]
  %at = getelementptr i32, ptr addrspace(1) %owns, i32 %j
  %own = load i32, ptr addrspace(1) %at, align 4
  %is.own = icmp eq i32 %j, %own
  br i1 %is.own, label %latch, label %other
other:
  %xi = load float, ptr addrspace(1) %x, align 4
  %more = fadd float %sum, %xi
  br label %latch
latch:
  %kept = phi float [ %sum, %loop ], [ %more, %other ]
  %next = add nuw nsw i32 %j, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store float %kept, ptr addrspace(1) %out, align 4
  ret void
}

; CHECK-LABEL: @stays_with_volatile(
; CHECK-NOT: pair.loads
define ptx_kernel void @stays_with_volatile(ptr addrspace(1) %x, ptr addrspace(1) %out, i32 %own, i32 %n) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %kept, %latch ]
  %is.own = icmp eq i32 %j, %own
  br i1 %is.own, label %latch, label %other
other:
  %xi = load volatile float, ptr addrspace(1) %x, align 4
  %more = fadd float %sum, %xi
  br label %latch
latch:
  %kept = phi float [ %sum, %loop ], [ %more, %other ]
  %next = add nuw nsw i32 %j, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store float %kept, ptr addrspace(1) %out, align 4
  ret void
}

; CHECK-LABEL: @stays_under_another_test(
; CHECK-NOT: pair.loads
define ptx_kernel void @stays_under_another_test(ptr addrspace(1) %x, ptr addrspace(1) %out, i32 %own, i32 %n) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %kept, %latch ]
  %is.own = icmp eq i32 %j, %own
  br i1 %is.own, label %latch, label %other
other:
  %is.near = fcmp olt float %sum, 2.0
  br i1 %is.near, label %near, label %latch
near:
  %xi = load float, ptr addrspace(1) %x, align 4
  %more = fadd float %sum, %xi
  br label %latch
latch:
  %kept = phi float [ %sum, %loop ], [ %sum, %other ], [ %more, %near ]
  %next = add nuw nsw i32 %j, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store float %kept, ptr addrspace(1) %out, align 4
  ret void
}

; A step of 0 in the compared bits: every trip may be the own one.
; CHECK-LABEL: @stays_with_same_bits(
; CHECK-NOT: pair.loads
define ptx_kernel void @stays_with_same_bits(ptr addrspace(1) %x, ptr addrspace(1) %out, i8 %own, i32 %n) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %kept, %latch ]
  %short = trunc i32 %j to i8
  %is.own = icmp eq i8 %short, %own
  br i1 %is.own, label %latch, label %other
other:
  %xi = load float, ptr addrspace(1) %x, align 4
  %more = fadd float %sum, %xi
  br label %latch
latch:
  %kept = phi float [ %sum, %loop ], [ %more, %other ]
  %next = add nuw nsw i32 %j, 256
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store float %kept, ptr addrspace(1) %out, align 4
  ret void
}
