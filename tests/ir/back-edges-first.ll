; RUN: opencicc opt %s --passes=back-edges-first | filecheck %s
; RUN: opencicc opt %s --passes=back-edges-first --back-edges-first=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=back-edges-first -Rpass=back-edges -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: count: remark: turned 1 test at the end of loops [-Rpass=back-edges-first]
; REMARK-NOT: stays: remark
; REMARK-NOT: forward: remark

target triple = "nvptx64-nvidia-cuda"

; The comparison is turned round and the loop keeps its id.
; CHECK-LABEL: @count(
; CHECK: %[[MORE:.*]] = icmp ne i32 %next, %n
; CHECK-NOT: icmp eq
; CHECK: br i1 %[[MORE]], label %loop, label %end, !llvm.loop
; OFF-LABEL: @count(
; OFF: br i1 %done, label %end, label %loop
define i32 @count(i32 %n) {
  br label %loop
end:
  ret i32 %next
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %i, 2
  %done = icmp eq i32 %next, %n
  br i1 %done, label %end, label %loop, !llvm.loop !0
}

; A comparison that others use stays for them, and the loop gets its own.
; CHECK-LABEL: @used_twice(
; CHECK: icmp slt i32 %next, %n
; CHECK: icmp sge i32 %next, %n
; CHECK: br i1 %{{.*}}, label %head, label %end
define i1 @used_twice(i32 %n, i1 %c) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  br i1 %c, label %latch, label %side
side:
  br label %latch
latch:
  %next = phi i32 [ %i, %head ], [ 7, %side ]
  %done = icmp sge i32 %next, %n
  br i1 %done, label %end, label %head
end:
  ret i1 %done
}

; Of anything else the negation is asked.
; CHECK-LABEL: @floats(
; CHECK: %[[NOT:.*]] = xor i1 %done, true
; CHECK: br i1 %[[NOT]], label %loop, label %end
define float @floats(float %n) {
  br label %loop
loop:
  %x = phi float [ 0.0, %0 ], [ %next, %loop ]
  %next = fadd float %x, 1.0
  %done = fcmp ogt float %next, %n
  br i1 %done, label %end, label %loop
end:
  ret float %next
}

; It stays where the test jumps back already,
; CHECK-LABEL: @stays(
; CHECK: br i1 %more, label %loop, label %end
define i32 @stays(i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}

; and where no edge goes back, whatever the order of the blocks.
; CHECK-LABEL: @forward(
; CHECK: br i1 %c, label %b, label %a
define i32 @forward(i1 %c) {
  br label %test
a:
  ret i32 1
test:
  br i1 %c, label %b, label %a
b:
  ret i32 2
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
