; RUN: opencicc opt %s --passes=flatten-masks | filecheck %s
; RUN: opencicc opt %s --passes=flatten-masks --flatten-masks=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=flatten-masks --flatten-masks-max-cost=4 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=flatten-masks -Rpass=flatten -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: masked: remark: selects what a branch would do to values just loaded [-Rpass=flatten-masks]
; REMARK-NOT: stays

target triple = "nvptx64-nvidia-cuda"

; The last block of a row is masked: one select for each value, under both conditions, and no plain `and` with a test that
; was not made on every path.
; CHECK-LABEL: @masked(
; CHECK: %t0 = icmp slt i32 %i, %n
; CHECK: %t1 = icmp slt i32 %j, %n
; CHECK: %[[N0:.*]] = xor i1 %t0, true
; CHECK: %[[A0:.*]] = select i1 %last, i1 %[[N0]], i1 false
; CHECK: select i1 %[[A0]], float 0.000000e+00, float %v0
; CHECK-NOT: br i1
; CHECK: br label %meet
; OFF-LABEL: @masked(
; OFF: br i1 %last
define float @masked(ptr addrspace(1) %p, i1 %last, i32 %i, i32 %n) {
  %q = getelementptr float, ptr addrspace(1) %p, i64 1
  %v0 = load float, ptr addrspace(1) %p, align 8
  %v1 = load float, ptr addrspace(1) %q, align 4
  br i1 %last, label %mask, label %meet
mask:
  %t0 = icmp slt i32 %i, %n
  %m0 = select i1 %t0, float %v0, float 0.000000e+00
  %j = or disjoint i32 %i, 1
  %t1 = icmp slt i32 %j, %n
  %m1 = select i1 %t1, float %v1, float 0.000000e+00
  br label %meet
meet:
  %x0 = phi float [ %v0, %0 ], [ %m0, %mask ]
  %x1 = phi float [ %v1, %0 ], [ %m1, %mask ]
  %s = fadd float %x0, %x1
  ret float %s
}

; The mask on the other side of the branch, and the other arm of the select.
; CHECK-LABEL: @otherwise(
; CHECK: %t = icmp sge i32 %i, %n
; CHECK: %[[K:.*]] = xor i1 %t, true
; CHECK: %[[E:.*]] = select i1 %inner, i1 true, i1 %[[K]]
; CHECK: select i1 %[[E]], float %v, float 0.000000e+00
; CHECK: br label %meet
define float @otherwise(ptr addrspace(1) %p, i1 %inner, i32 %i, i32 %n) {
  %v = load float, ptr addrspace(1) %p, align 4
  br i1 %inner, label %meet, label %mask
mask:
  %t = icmp sge i32 %i, %n
  %m = select i1 %t, float 0.000000e+00, float %v
  br label %meet
meet:
  %x = phi float [ %v, %0 ], [ %m, %mask ]
  ret float %x
}

; Arithmetic on a loaded value, in both ways: a plain select.
; CHECK-LABEL: @both(
; CHECK: %a = fmul float %v, 2.000000e+00
; CHECK: %b = fadd float %v, 1.000000e+00
; CHECK: select i1 %c, float %a, float %b
; CHECK: br label %meet
define float @both(ptr addrspace(1) %p, i1 %c) {
  %v = load float, ptr addrspace(1) %p, align 4
  br i1 %c, label %yes, label %no
yes:
  %a = fmul float %v, 2.000000e+00
  br label %meet
no:
  %b = fadd float %v, 1.000000e+00
  br label %meet
meet:
  %x = phi float [ %a, %yes ], [ %b, %no ]
  ret float %x
}

; Nothing that was just loaded is read: the branch may save the work.
; CHECK-LABEL: @stays_without_load(
; CHECK: br i1 %c
define float @stays_without_load(float %v, i1 %c) {
  br i1 %c, label %yes, label %meet
yes:
  %a = fmul float %v, 2.000000e+00
  %b = fadd float %a, 1.000000e+00
  br label %meet
meet:
  %x = phi float [ %v, %0 ], [ %b, %yes ]
  ret float %x
}

; A load in the way must not be made on every path.
; CHECK-LABEL: @stays_with_load_inside(
; CHECK: br i1 %c
define float @stays_with_load_inside(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) {
  %v = load float, ptr addrspace(1) %p, align 4
  br i1 %c, label %yes, label %meet
yes:
  %w = load float, ptr addrspace(1) %q, align 4
  %a = fmul float %v, %w
  br label %meet
meet:
  %x = phi float [ %v, %0 ], [ %a, %yes ]
  ret float %x
}

; The pass is for modules with loops: without one it is not even loaded.
define void @has_loop(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
