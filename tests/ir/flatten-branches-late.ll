; A loop of known trips with an exit in its body becomes a chain of branches that all meet behind it. The last of them is only
; there once the loop is unrolled, so flatten-branches looks a second time. Loops with two exits are unrolled with the native
; helper: what comes out is in tests/native/test_native_flatten.py.
; RUN: opencicc opt %s -O3 | filecheck %s
; RUN: opencicc opt %s -O3 --flatten-branches=0 | filecheck %s --check-prefix=OFF

target triple = "nvptx64-nvidia-cuda"

; Two digits as text, -1 where one is none: the first test branches around the second load, the second selects.
; OFF-LABEL: @two_digits(
; OFF-COUNT-2: br i1
; OFF-NOT: select i1
; OFF: ret i32
define i32 @two_digits(ptr addrspace(1) %p) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %value = phi i32 [ 0, %entry ], [ %sum, %more ]
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %c = load i8, ptr addrspace(1) %q, align 1
  %d = add i8 %c, -48
  %is_digit = icmp ult i8 %d, 10
  br i1 %is_digit, label %more, label %done
more:
  %ten = mul i32 %value, 10
  %wide = zext i8 %c to i32
  %less = add i32 %wide, -48
  %sum = add i32 %ten, %less
  %next = add i64 %i, 1
  %is_last = icmp eq i64 %next, 2
  br i1 %is_last, label %done, label %head
done:
  %r = phi i32 [ -1, %head ], [ %sum, %more ]
  ret i32 %r
}

; A way with a store stays a branch, however late.
; CHECK-LABEL: @stores(
; CHECK-COUNT-2: br i1
; CHECK: ret i32
define i32 @stores(ptr addrspace(1) %p, ptr addrspace(1) %out) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %c = load i8, ptr addrspace(1) %q, align 1
  %is_end = icmp eq i8 %c, 0
  br i1 %is_end, label %done, label %more
more:
  %t = getelementptr i8, ptr addrspace(1) %out, i64 %i
  store i8 %c, ptr addrspace(1) %t, align 1
  %next = add i64 %i, 1
  %is_last = icmp eq i64 %next, 2
  br i1 %is_last, label %done, label %head
done:
  %r = phi i32 [ -1, %head ], [ 7, %more ]
  ret i32 %r
}
