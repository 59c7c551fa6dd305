; A loop whose first test sends threads on past most of the body: the trips that do nothing are short, and copies share their counter.
; RUN: opencicc opt %s --passes=loop-unroll -Rpass=loop-unroll -Rpass-missed=loop-unroll -o %t 2>&1 | filecheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: near_ones: remark: unrolled by 4 with a remainder loop
define ptx_kernel void @near_ones(ptr addrspace(1) %in, ptr addrspace(1) %out, float %most, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %kept, %latch ]
  %at = getelementptr float, ptr addrspace(1) %in, i32 %i
  %v = load float, ptr addrspace(1) %at, align 4
  %is.far = fcmp ogt float %v, %most
  br i1 %is.far, label %latch, label %near
near:
  %m1 = fmul float %v, %most
  %m2 = fadd float %m1, %v
  %m3 = fmul float %m2, %m1
  %m4 = fadd float %m3, %m2
  %m5 = fmul float %m4, %m3
  %m6 = fadd float %m5, %m4
  %m7 = fmul float %m6, %m5
  %m8 = fadd float %m7, %m6
  %m9 = fmul float %m8, %m7
  %m10 = fadd float %m9, %m8
  %m11 = fmul float %m10, %m9
  %m12 = fadd float %m11, %m10
  %is.less = fcmp olt float %m12, %sum
  br i1 %is.less, label %less, label %more
less:
  %l1 = fmul float %m12, %m11
  %l2 = fadd float %l1, %m3
  %l3 = fmul float %l2, %l1
  %l4 = fadd float %l3, %m5
  %l5 = fmul float %l4, %l3
  %l6 = fadd float %l5, %m7
  br label %latch
more:
  %g1 = fmul float %m12, %m10
  %g2 = fadd float %g1, %m3
  %g3 = fmul float %g2, %g1
  %g4 = fadd float %g3, %m4
  %g5 = fmul float %g4, %g3
  %g6 = fadd float %g5, %m6
  br label %latch
latch:
  %kept = phi float [ %sum, %loop ], [ %l6, %less ], [ %g6, %more ]
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store float %kept, ptr addrspace(1) %out, align 4
  ret void
}

; Both ways are long, as in a running maximum with its sum: what LLVM would make of it stands.
; CHECK: either_way: remark: unrolled by 2 with a remainder loop: {{.*}} for 0 % fewer
define ptx_kernel void @either_way(ptr addrspace(1) %in, ptr addrspace(1) %out, float %most, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %kept, %latch ]
  %at = getelementptr float, ptr addrspace(1) %in, i32 %i
  %v = load float, ptr addrspace(1) %at, align 4
  %m1 = fmul float %v, %most
  %m2 = fadd float %m1, %v
  %m3 = fmul float %m2, %m1
  %m4 = fadd float %m3, %m2
  %m5 = fmul float %m4, %m3
  %m6 = fadd float %m5, %m4
  %m7 = fmul float %m6, %m5
  %m8 = fadd float %m7, %m6
  %m9 = fmul float %m8, %m7
  %m10 = fadd float %m9, %m8
  %m11 = fmul float %m10, %m9
  %m12 = fadd float %m11, %m10
  %is.less = fcmp olt float %m12, %sum
  br i1 %is.less, label %less, label %more
less:
  %l1 = fmul float %m12, %m11
  %l2 = fadd float %l1, %m3
  %l3 = fmul float %l2, %l1
  %l4 = fadd float %l3, %m5
  %l5 = fmul float %l4, %l3
  %l6 = fadd float %l5, %m7
  br label %latch
more:
  %g1 = fmul float %m12, %m10
  %g2 = fadd float %g1, %m3
  %g3 = fmul float %g2, %g1
  %g4 = fadd float %g3, %m4
  %g5 = fmul float %g4, %g3
  %g6 = fadd float %g5, %m6
  br label %latch
latch:
  %kept = phi float [ %l6, %less ], [ %g6, %more ]
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store float %kept, ptr addrspace(1) %out, align 4
  ret void
}

; Ways of a switch: the shortest one computes too, and skips nothing.
; CHECK: one_of_three: remark: unrolled by 2 with a remainder loop
define ptx_kernel void @one_of_three(ptr addrspace(3) %in, ptr addrspace(1) %out, float %most, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %kept, %latch ]
  %at = getelementptr float, ptr addrspace(3) %in, i32 %i
  %v = load float, ptr addrspace(3) %at, align 4
  %flat = fsub float %v, %most
  %is.far = fcmp ogt float %v, %most
  br i1 %is.far, label %latch, label %near
near:
  %m1 = fmul float %v, %most
  %m2 = fadd float %m1, %v
  %m3 = fmul float %m2, %m1
  %m4 = fadd float %m3, %m2
  %m5 = fmul float %m4, %m3
  %m6 = fadd float %m5, %m4
  %m7 = fmul float %m6, %m5
  %m8 = fadd float %m7, %m6
  %m9 = fmul float %m8, %m7
  %m10 = fadd float %m9, %m8
  %m11 = fmul float %m10, %m9
  %m12 = fadd float %m11, %m10
  %is.less = fcmp olt float %m12, %v
  br i1 %is.less, label %less, label %more
less:
  %l1 = fmul float %m12, %m11
  %l2 = fadd float %l1, %m3
  %l3 = fmul float %l2, %l1
  %l4 = fadd float %l3, %m5
  %l5 = fmul float %l4, %l3
  %l6 = fadd float %l5, %m7
  %l7 = fmul float %l6, %m1
  %l8 = fadd float %l7, %m2
  br label %latch
more:
  %g1 = fmul float %m12, %m10
  %g2 = fadd float %g1, %m3
  %g3 = fmul float %g2, %g1
  %g4 = fadd float %g3, %m4
  %g5 = fmul float %g4, %g3
  %g6 = fadd float %g5, %m6
  br label %latch
latch:
  %d = phi float [ %flat, %loop ], [ %l8, %less ], [ %g6, %more ]
  %kept = fadd float %sum, %d
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store float %kept, ptr addrspace(1) %out, align 4
  ret void
}
