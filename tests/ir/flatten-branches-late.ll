; The last test of an unrolled search meets with the others behind it: late, a way of few steps is computed on every path.
; RUN: opencicc opt %s --passes="flatten-branches<late>" --flatten-branches-late-max-cost=3 | filecheck %s
; RUN: opencicc opt %s --passes="flatten-branches<late>" | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes="flatten-branches<late>" --flatten-branches=0 --flatten-branches-late-max-cost=3 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes="flatten-branches<late>" --flatten-branches-late-max-cost=2 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes="flatten-branches<late>" --flatten-branches-late-max-cost=4 | filecheck %s --check-prefix=MORE

target triple = "nvptx64-nvidia-cuda"

; Two digits as text, -1 where one is none. Extensions cost nothing, and the product goes with its sum.
; CHECK-LABEL: @two_digits(
; CHECK-COUNT-1: br i1
; CHECK: %sum = add i32 %more, -528
; CHECK: select i1 %is_digit.1, i32 %sum, i32 -1
; CHECK-NOT: br i1
; CHECK: ret i32
; OFF-LABEL: @two_digits(
; OFF-COUNT-2: br i1
; OFF-NOT: select i1
; OFF: ret i32
define i32 @two_digits(ptr addrspace(1) %p) {
entry:
  %c.0 = load i8, ptr addrspace(1) %p, align 1
  %d.0 = add i8 %c.0, -48
  %is_digit.0 = icmp ult i8 %d.0, 10
  br i1 %is_digit.0, label %second, label %done
second:
  %q = getelementptr i8, ptr addrspace(1) %p, i64 1
  %c.1 = load i8, ptr addrspace(1) %q, align 1
  %d.1 = add i8 %c.1, -48
  %is_digit.1 = icmp ult i8 %d.1, 10
  br i1 %is_digit.1, label %both, label %done
both:
  %wide.0 = zext i8 %c.0 to i32
  %ten = mul i32 %wide.0, 10
  %wide.1 = zext i8 %c.1 to i32
  %more = add i32 %ten, %wide.1
  %sum = add i32 %more, -528
  br label %done
done:
  %r = phi i32 [ -1, %entry ], [ -1, %second ], [ %sum, %both ]
  ret i32 %r
}

; Three steps and a select are more than a branch.
; CHECK-LABEL: @three_steps(
; CHECK-COUNT-2: br i1
; CHECK: ret i32
; MORE-LABEL: @three_steps(
; MORE: br i1
; MORE: select i1
; MORE-NOT: br i1
; MORE: ret i32
define i32 @three_steps(i1 %first, i1 %second, i32 %a, i32 %b) {
entry:
  br i1 %first, label %ask, label %done
ask:
  br i1 %second, label %way, label %done
way:
  %x = xor i32 %a, %b
  %y = shl i32 %x, 3
  %z = sub i32 %y, %a
  br label %done
done:
  %r = phi i32 [ -1, %entry ], [ 0, %ask ], [ %z, %way ]
  ret i32 %r
}

; What changes what is there stays: it becomes one instruction under a predicate.
; CHECK-LABEL: @crosses(
; CHECK-COUNT-2: br i1
; CHECK-NOT: select i1
; CHECK: ret i32
define i32 @crosses(i1 %first, i1 %second, i32 %inside) {
entry:
  br i1 %first, label %ask, label %done
ask:
  br i1 %second, label %way, label %done
way:
  %other = xor i32 %inside, 1
  br label %done
done:
  %r = phi i32 [ %inside, %entry ], [ %inside, %ask ], [ %other, %way ]
  ret i32 %r
}
