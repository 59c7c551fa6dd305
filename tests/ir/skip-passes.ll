; Every step of the passes named goes, inside managers too; the rest stays. An unknown name is refused.
; RUN: opencicc %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=ALL
; RUN: opencicc %s -O3 --print-pipeline-passes --skip-passes=licm,reassociate | filecheck %s --check-prefix=FEW
; RUN: opencicc opt %s --passes=instsimplify,sroa | filecheck %s --check-prefix=FOLDED
; RUN: opencicc opt %s --passes=instsimplify,sroa --skip-passes=instsimplify | filecheck %s --check-prefix=KEPT
; RUN: not opencicc %s -O3 --skip-passes=instsimplfy -o %t 2>&1 | filecheck %s --check-prefix=ERROR
; ALL: licm
; FEW-NOT: licm
; FEW-NOT: reassociate
; FEW: gvn
; FOLDED: ret i32 %x
; KEPT: ret i32 %y
; ERROR: instsimplfy
; ERROR: instsimplify
target triple = "nvptx64-nvidia-cuda"

define i32 @same(i32 %x) {
  %y = add i32 %x, 0
  ret i32 %y
}
