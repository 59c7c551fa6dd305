; RUN: opencicc opt %s --passes=gvn-variant | filecheck %s --check-prefix=STAYS
; RUN: opencicc opt %s --passes=gvn-variant -gvn-variant=gvn-hoist | filecheck %s --check-prefix=HOIST
; RUN: opencicc opt %s --passes=gvn-variant -gvn-variant=newgvn | filecheck %s --check-prefix=NEW
; RUN: opencicc opt %s -O3 -gvn-variant=newgvn --print-pipeline-passes -o %t | filecheck %s --check-prefix=IN
; RUN: opencicc opt %s -O3 --print-pipeline-passes -o %t | filecheck %s --check-prefix=OUT
; RUN: not opencicc opt %s --passes=gvn-variant -gvn-variant=gvn 2>&1 | filecheck %s --check-prefix=WRONG
; IN: gvn-variant
; OUT-NOT: gvn-variant
; WRONG: error: gvn is an unsupported value for option: gvn-variant
target triple = "nvptx64-nvidia-cuda"

; Both arms divide: hoisting has one division above them, value numbering leaves them where they are.
; HOIST-LABEL: @arms(
; HOIST: udiv
; HOIST: br i1
; HOIST-NOT: udiv
; HOIST: @again(
; NEW-LABEL: @arms(
; NEW-NEXT: br i1
; STAYS-LABEL: @arms(
; STAYS-NEXT: br i1
define i32 @arms(i1 %c, i32 %a) {
  br i1 %c, label %l, label %r
l:
  %x = udiv i32 %a, 7
  ret i32 %x
r:
  %y = udiv i32 %a, 7
  %z = add i32 %y, 1
  ret i32 %z
}

; NEW-LABEL: @again(
; NEW: udiv
; NEW-NOT: udiv
; NEW: ret
; STAYS-LABEL: @again(
; STAYS: udiv
; STAYS: udiv
define i32 @again(i32 %a, i32 %b) {
  %x = udiv i32 %a, %b
  %y = udiv i32 %a, %b
  %z = mul i32 %x, %y
  ret i32 %z
}
