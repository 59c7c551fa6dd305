; Five trips of a body that loads under five branches: its copies would not overlap, and the addresses of all of them would be
; hoisted out of the loop around. Such bodies have LLVM's budget.
; RUN: opencicc opt %s --passes=loop-unroll-full | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll-full --unroll-decisions=document | filecheck %s --check-prefix=DOCUMENT
; RUN: opencicc opt %s --passes=loop-unroll-full -Rpass-missed=loop-unroll -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: in_a_loop: remark: not unrolled: 5 trips make {{[0-9]+}}, more than 300
; REMARK-NOT: alone: remark: not unrolled: 5 trips

target triple = "nvptx64-nvidia-cuda"

; Inside another loop it stays.
; CHECK-LABEL: @in_a_loop(
; CHECK: %more = icmp ult i64 %i.next, 5
; DOCUMENT-LABEL: @in_a_loop(
; DOCUMENT-NOT: %more =
define void @in_a_loop(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, i64 %w) {
entry:
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %y.next, %row.end ]
  %base = mul i64 %y, %w
  br label %trip
trip:
  %i = phi i64 [ 0, %row ], [ %i.next, %end4 ]
  %x = phi i64 [ %n, %row ], [ %x.next, %end4 ]
  %s0 = phi float [ 0.0, %row ], [ %s5, %end4 ]
  br label %ask0
ask0:
  %x0 = add i64 %x, 0
  %c0 = icmp slt i64 %x0, %n
  br i1 %c0, label %in0, label %end0
in0:
  %m0 = mul i64 %x0, %w
  %a0 = add i64 %base, %m0
  %g0 = getelementptr float, ptr addrspace(1) %p, i64 %a0
  %v0 = load float, ptr addrspace(1) %g0, align 4
  %e0 = fmul float %v0, %v0
  %o0 = fsub float %e0, %s0
  %u0 = fmul float %o0, %v0
  %f0 = fmul float %u0, 0x3FE0000000000000
  %t0 = fadd float %s0, %f0
  br label %end0
end0:
  %s1 = phi float [ %s0, %ask0 ], [ %t0, %in0 ]
  br label %ask1
ask1:
  %x1 = add i64 %x, 1
  %c1 = icmp slt i64 %x1, %n
  br i1 %c1, label %in1, label %end1
in1:
  %m1 = mul i64 %x1, %w
  %a1 = add i64 %base, %m1
  %g1 = getelementptr float, ptr addrspace(1) %p, i64 %a1
  %v1 = load float, ptr addrspace(1) %g1, align 4
  %e1 = fmul float %v1, %v1
  %o1 = fsub float %e1, %s1
  %u1 = fmul float %o1, %v1
  %f1 = fmul float %u1, 0x3FE0000000000000
  %t1 = fadd float %s1, %f1
  br label %end1
end1:
  %s2 = phi float [ %s1, %ask1 ], [ %t1, %in1 ]
  br label %ask2
ask2:
  %x2 = add i64 %x, 2
  %c2 = icmp slt i64 %x2, %n
  br i1 %c2, label %in2, label %end2
in2:
  %m2 = mul i64 %x2, %w
  %a2 = add i64 %base, %m2
  %g2 = getelementptr float, ptr addrspace(1) %p, i64 %a2
  %v2 = load float, ptr addrspace(1) %g2, align 4
  %e2 = fmul float %v2, %v2
  %o2 = fsub float %e2, %s2
  %u2 = fmul float %o2, %v2
  %f2 = fmul float %u2, 0x3FE0000000000000
  %t2 = fadd float %s2, %f2
  br label %end2
end2:
  %s3 = phi float [ %s2, %ask2 ], [ %t2, %in2 ]
  br label %ask3
ask3:
  %x3 = add i64 %x, 3
  %c3 = icmp slt i64 %x3, %n
  br i1 %c3, label %in3, label %end3
in3:
  %m3 = mul i64 %x3, %w
  %a3 = add i64 %base, %m3
  %g3 = getelementptr float, ptr addrspace(1) %p, i64 %a3
  %v3 = load float, ptr addrspace(1) %g3, align 4
  %e3 = fmul float %v3, %v3
  %o3 = fsub float %e3, %s3
  %u3 = fmul float %o3, %v3
  %f3 = fmul float %u3, 0x3FE0000000000000
  %t3 = fadd float %s3, %f3
  br label %end3
end3:
  %s4 = phi float [ %s3, %ask3 ], [ %t3, %in3 ]
  br label %ask4
ask4:
  %x4 = add i64 %x, 4
  %c4 = icmp slt i64 %x4, %n
  br i1 %c4, label %in4, label %end4
in4:
  %m4 = mul i64 %x4, %w
  %a4 = add i64 %base, %m4
  %g4 = getelementptr float, ptr addrspace(1) %p, i64 %a4
  %v4 = load float, ptr addrspace(1) %g4, align 4
  %e4 = fmul float %v4, %v4
  %o4 = fsub float %e4, %s4
  %u4 = fmul float %o4, %v4
  %f4 = fmul float %u4, 0x3FE0000000000000
  %t4 = fadd float %s4, %f4
  br label %end4
end4:
  %s5 = phi float [ %s4, %ask4 ], [ %t4, %in4 ]
  %i.next = add i64 %i, 1
  %x.next = add i64 %x, %w
  %more = icmp ult i64 %i.next, 5
  br i1 %more, label %trip, label %row.end
row.end:
  %to = getelementptr float, ptr addrspace(1) %q, i64 %y
  store float %s5, ptr addrspace(1) %to, align 4
  %y.next = add i64 %y, 1
  %again = icmp slt i64 %y.next, %n
  br i1 %again, label %row, label %done
done:
  ret void
}

; Alone it goes: there is no loop to hoist into.
; CHECK-LABEL: @alone(
; CHECK-NOT: %more =
define void @alone(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, i64 %w) {
entry:
  %base = mul i64 %n, %w
  br label %trip
trip:
  %i = phi i64 [ 0, %entry ], [ %i.next, %end4 ]
  %x = phi i64 [ %n, %entry ], [ %x.next, %end4 ]
  %s0 = phi float [ 0.0, %entry ], [ %s5, %end4 ]
  br label %ask0
ask0:
  %x0 = add i64 %x, 0
  %c0 = icmp slt i64 %x0, %n
  br i1 %c0, label %in0, label %end0
in0:
  %m0 = mul i64 %x0, %w
  %a0 = add i64 %base, %m0
  %g0 = getelementptr float, ptr addrspace(1) %p, i64 %a0
  %v0 = load float, ptr addrspace(1) %g0, align 4
  %e0 = fmul float %v0, %v0
  %o0 = fsub float %e0, %s0
  %u0 = fmul float %o0, %v0
  %f0 = fmul float %u0, 0x3FE0000000000000
  %t0 = fadd float %s0, %f0
  br label %end0
end0:
  %s1 = phi float [ %s0, %ask0 ], [ %t0, %in0 ]
  br label %ask1
ask1:
  %x1 = add i64 %x, 1
  %c1 = icmp slt i64 %x1, %n
  br i1 %c1, label %in1, label %end1
in1:
  %m1 = mul i64 %x1, %w
  %a1 = add i64 %base, %m1
  %g1 = getelementptr float, ptr addrspace(1) %p, i64 %a1
  %v1 = load float, ptr addrspace(1) %g1, align 4
  %e1 = fmul float %v1, %v1
  %o1 = fsub float %e1, %s1
  %u1 = fmul float %o1, %v1
  %f1 = fmul float %u1, 0x3FE0000000000000
  %t1 = fadd float %s1, %f1
  br label %end1
end1:
  %s2 = phi float [ %s1, %ask1 ], [ %t1, %in1 ]
  br label %ask2
ask2:
  %x2 = add i64 %x, 2
  %c2 = icmp slt i64 %x2, %n
  br i1 %c2, label %in2, label %end2
in2:
  %m2 = mul i64 %x2, %w
  %a2 = add i64 %base, %m2
  %g2 = getelementptr float, ptr addrspace(1) %p, i64 %a2
  %v2 = load float, ptr addrspace(1) %g2, align 4
  %e2 = fmul float %v2, %v2
  %o2 = fsub float %e2, %s2
  %u2 = fmul float %o2, %v2
  %f2 = fmul float %u2, 0x3FE0000000000000
  %t2 = fadd float %s2, %f2
  br label %end2
end2:
  %s3 = phi float [ %s2, %ask2 ], [ %t2, %in2 ]
  br label %ask3
ask3:
  %x3 = add i64 %x, 3
  %c3 = icmp slt i64 %x3, %n
  br i1 %c3, label %in3, label %end3
in3:
  %m3 = mul i64 %x3, %w
  %a3 = add i64 %base, %m3
  %g3 = getelementptr float, ptr addrspace(1) %p, i64 %a3
  %v3 = load float, ptr addrspace(1) %g3, align 4
  %e3 = fmul float %v3, %v3
  %o3 = fsub float %e3, %s3
  %u3 = fmul float %o3, %v3
  %f3 = fmul float %u3, 0x3FE0000000000000
  %t3 = fadd float %s3, %f3
  br label %end3
end3:
  %s4 = phi float [ %s3, %ask3 ], [ %t3, %in3 ]
  br label %ask4
ask4:
  %x4 = add i64 %x, 4
  %c4 = icmp slt i64 %x4, %n
  br i1 %c4, label %in4, label %end4
in4:
  %m4 = mul i64 %x4, %w
  %a4 = add i64 %base, %m4
  %g4 = getelementptr float, ptr addrspace(1) %p, i64 %a4
  %v4 = load float, ptr addrspace(1) %g4, align 4
  %e4 = fmul float %v4, %v4
  %o4 = fsub float %e4, %s4
  %u4 = fmul float %o4, %v4
  %f4 = fmul float %u4, 0x3FE0000000000000
  %t4 = fadd float %s4, %f4
  br label %end4
end4:
  %s5 = phi float [ %s4, %ask4 ], [ %t4, %in4 ]
  %i.next = add i64 %i, 1
  %x.next = add i64 %x, %w
  %more = icmp ult i64 %i.next, 5
  br i1 %more, label %trip, label %done
done:
  store float %s5, ptr addrspace(1) %q, align 4
  ret void
}
