; What unswitch-loops makes is in tests/native/test_native_unswitch.py, on the loops of this file: it needs the helper.
; RUN: opencicc opt %s --passes=unswitch-loops | filecheck %s
; RUN: opencicc opt %s --passes=unswitch-loops --unswitch-loops=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=unswitch-loops --Osize | filecheck %s --check-prefix=OFF

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent nounwind

; A parameter decides: it is asked once, before two loops.
; OFF-LABEL: @by_parameter(
; OFF: loop:
; OFF: br i1 %has_scale
define ptx_kernel void @by_parameter(ptr addrspace(1) %p, float %scale, i1 noundef %has_scale, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr float, ptr addrspace(1) %p, i32 %i
  %v = load float, ptr addrspace(1) %at, align 4
  br i1 %has_scale, label %scaled, label %latch
scaled:
  %product = fmul float %v, %scale
  %root = call float @llvm.sqrt.f32(float %product)
  br label %latch
latch:
  %w = phi float [ %v, %loop ], [ %root, %scaled ]
  store float %w, ptr addrspace(1) %at, align 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A barrier in the loop: the threads of a block must meet in one place.
; CHECK-LABEL: @stays_with_barrier(
; CHECK: loop:
; CHECK: br i1 %has_scale
define ptx_kernel void @stays_with_barrier(ptr addrspace(1) %p, float %scale, i1 noundef %has_scale, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr float, ptr addrspace(1) %p, i32 %i
  %v = load float, ptr addrspace(1) %at, align 4
  br i1 %has_scale, label %scaled, label %latch
scaled:
  %product = fmul float %v, %scale
  br label %latch
latch:
  %w = phi float [ %v, %loop ], [ %product, %scaled ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store float %w, ptr addrspace(1) %at, align 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; The test changes from trip to trip.
; CHECK-LABEL: @stays_when_it_changes(
; CHECK: loop:
; CHECK: br i1 %odd
define ptx_kernel void @stays_when_it_changes(ptr addrspace(1) %p, float %scale, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr float, ptr addrspace(1) %p, i32 %i
  %v = load float, ptr addrspace(1) %at, align 4
  %odd = trunc i32 %i to i1
  br i1 %odd, label %scaled, label %latch
scaled:
  %product = fmul float %v, %scale
  br label %latch
latch:
  %w = phi float [ %v, %loop ], [ %product, %scaled ]
  store float %w, ptr addrspace(1) %at, align 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Few known trips: they are written out later, and the test with them.
; CHECK-LABEL: @stays_with_few_trips(
; CHECK: loop:
; CHECK: br i1 %has_scale
define ptx_kernel void @stays_with_few_trips(ptr addrspace(1) %p, float %scale, i1 noundef %has_scale) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr float, ptr addrspace(1) %p, i32 %i
  %v = load float, ptr addrspace(1) %at, align 4
  br i1 %has_scale, label %scaled, label %latch
scaled:
  %product = fmul float %v, %scale
  br label %latch
latch:
  %w = phi float [ %v, %loop ], [ %product, %scaled ]
  store float %w, ptr addrspace(1) %at, align 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 16
  br i1 %more, label %loop, label %done
done:
  ret void
}

declare float @llvm.sqrt.f32(float)
