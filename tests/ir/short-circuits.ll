; RUN: opencicc opt %s -O3 | filecheck %s
; Conditions of several comparisons: LLVM joins two branches where the second compares once, here also where it compares
; twice, because threads of a warp take both sides of a branch one after the other.
target triple = "nvptx64-nvidia-cuda"

; `a > b || (a == b && i < j)`, as candidates with their places are compared, is one condition, and what it decides is
; selected.
; CHECK-LABEL: @insert(
; CHECK-COUNT-2: br i1
; CHECK-NOT: br i1
; CHECK: ret void
define ptx_kernel void @insert(ptr %p, ptr %places, i32 %n) {
entry:
  %value = load float, ptr %p
  %place = load i32, ptr %places
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %done

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %meet ]
  %best = phi float [ %value, %entry ], [ %best.next, %meet ]
  %where = phi i32 [ %place, %entry ], [ %where.next, %meet ]
  %other = phi float [ 0.0, %entry ], [ %other.next, %meet ]
  %far = getelementptr float, ptr %p, i32 %i
  %here = load float, ptr %far
  %above = fcmp ogt float %here, %best
  br i1 %above, label %test, label %or.second

or.second:
  %equal = fcmp oeq float %here, %best
  %before = icmp slt i32 %i, %where
  %both = select i1 %equal, i1 %before, i1 false
  br label %test

test:
  %better = phi i1 [ true, %loop ], [ %both, %or.second ]
  br i1 %better, label %take, label %meet

take:
  br label %meet

meet:
  %best.next = phi float [ %here, %take ], [ %best, %test ]
  %where.next = phi i32 [ %i, %take ], [ %where, %test ]
  %other.next = phi float [ %best, %take ], [ %here, %test ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done, !llvm.loop !0

done:
  %b = phi float [ %value, %entry ], [ %best.next, %meet ]
  %w = phi i32 [ %place, %entry ], [ %where.next, %meet ]
  %o = phi float [ 0.0, %entry ], [ %other.next, %meet ]
  store float %b, ptr %p
  store i32 %w, ptr %places
  %second = getelementptr float, ptr %p, i32 1
  store float %o, ptr %second
  ret void
}

; The same as branches that go to one block.
; CHECK-LABEL: @branches(
; CHECK-COUNT-1: br i1
; CHECK-NOT: br i1
; CHECK: ret void
define ptx_kernel void @branches(ptr %p, float %a, float %b, i32 %i, i32 %j) {
  %above = fcmp ogt float %a, %b
  br i1 %above, label %take, label %second
second:
  %equal = fcmp oeq float %a, %b
  br i1 %equal, label %third, label %done
third:
  %before = icmp slt i32 %i, %j
  br i1 %before, label %take, label %done
take:
  %square = fmul float %a, %a
  store float %square, ptr %p
  br label %done
done:
  ret void
}

; More than a few comparisons are still only made where they are asked for.
; CHECK-LABEL: @many(
; CHECK-COUNT-2: br i1
; CHECK: ret void
define ptx_kernel void @many(ptr %p, float %a, float %b, i32 %i, i32 %j, i32 %k, i32 %l) {
  %above = fcmp ogt float %a, %b
  br i1 %above, label %take, label %second
second:
  %c1 = fcmp oeq float %a, %b
  %c2 = icmp slt i32 %i, %j
  %c3 = icmp slt i32 %j, %k
  %c4 = icmp slt i32 %k, %l
  %c5 = icmp eq i32 %l, 7
  %and1 = and i1 %c1, %c2
  %or1 = or i1 %c3, %c4
  %and2 = and i1 %and1, %or1
  %or2 = or i1 %and2, %c5
  br i1 %or2, label %take, label %done
take:
  %square = fmul float %a, %a
  store float %square, ptr %p
  br label %done
done:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
