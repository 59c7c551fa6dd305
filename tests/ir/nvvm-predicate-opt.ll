; RUN: opencicc opt %s --passes=nvvm-predicate-opt | filecheck %s
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=PLACED
; RUN: opencicc opt %s -O3 -no-predopt=1 --print-pipeline-passes | filecheck %s --check-prefix=LEFTOUT
; PLACED: nvvm-predicate-opt{{[,)]}}
; LEFTOUT-NOT: nvvm-predicate-opt{{[,)]}}
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @opposites(
; CHECK: %less = icmp slt i32 %a, %b
; CHECK-NEXT: %x = select i1 %less, i32 %p, i32 %q
; CHECK-NEXT: %y = select i1 %less, i32 %q, i32 %a
define i32 @opposites(i32 %a, i32 %b, i32 %p, i32 %q) {
  %less = icmp slt i32 %a, %b
  %x = select i1 %less, i32 %p, i32 %q
  %more = icmp sge i32 %a, %b
  %y = select i1 %more, i32 %a, i32 %q
  %r = add i32 %x, %y
  ret i32 %r
}

; The sides exchanged, a number in between, and a branch.
; CHECK-LABEL: @spelled_otherwise(
; CHECK: %below = icmp ult i32 %a, 8
; CHECK: br i1 %below, label %no, label %yes
; CHECK: yes:
; CHECK-NEXT: %y = select i1 %first, i32 %b, i32 %a
define i32 @spelled_otherwise(i32 %a, i32 %b) {
  %below = icmp ult i32 %a, 8
  %first = icmp eq i32 %a, %b
  %x = select i1 %below, i32 %a, i32 %b
  %z = select i1 %first, i32 1, i32 %x
  %from = icmp ugt i32 %a, 7
  br i1 %from, label %yes, label %no
yes:
  %other = icmp ne i32 %b, %a
  %y = select i1 %other, i32 %a, i32 %b
  ret i32 %y
no:
  ret i32 %z
}

; Of floats the opposite of "less" is "not less, or unordered".
; CHECK-LABEL: @floats(
; CHECK: %less = fcmp olt float %a, %b
; CHECK: %y = select i1 %less, float %b, float %a
; CHECK: %greater = fcmp oge float %a, %b
; CHECK-NEXT: %z = select i1 %greater
define float @floats(float %a, float %b) {
  %less = fcmp olt float %a, %b
  %x = select i1 %less, float %a, float %b
  %not = fcmp uge float %a, %b
  %y = select i1 %not, float %a, float %b
  %greater = fcmp oge float %a, %b
  %z = select i1 %greater, float %x, float %y
  ret float %z
}

; Used as a number it would have to be negated; a comparison on another way decides nothing; nnan promises more.
; CHECK-LABEL: @stays(
; CHECK: %more = icmp sge i32 %a, %b
; CHECK: %n = zext i1 %more to i32
; CHECK: yes:
; CHECK: %one = icmp eq i32 %a, 3
; CHECK: no:
; CHECK: %two = icmp ne i32 %a, 3
define i32 @stays(i32 %a, i32 %b) {
  %less = icmp slt i32 %a, %b
  %more = icmp sge i32 %a, %b
  %n = zext i1 %more to i32
  br i1 %less, label %yes, label %no
yes:
  %one = icmp eq i32 %a, 3
  %x = select i1 %one, i32 %b, i32 %n
  ret i32 %x
no:
  %two = icmp ne i32 %a, 3
  %y = select i1 %two, i32 %b, i32 %n
  ret i32 %y
}
; CHECK-LABEL: @promises(
; CHECK: fcmp nnan olt
; CHECK: fcmp uge
define float @promises(float %a, float %b) {
  %less = fcmp nnan olt float %a, %b
  %x = select i1 %less, float %a, float 0.0
  %not = fcmp uge float %a, %b
  %y = select i1 %not, float %x, float %b
  ret float %y
}
