; Block names count blocks and functions with a body from one.
; RUN: opencicc opt %s --passes=name-blocks | filecheck %s
; RUN: opencicc opt %s --passes=name-blocks,name-blocks | filecheck %s
; RUN: opencicc opt %s -O1 -name-blocks | filecheck %s --check-prefix=SLOT
; RUN: opencicc opt %s -O1 | filecheck %s --check-prefix=OFF
target triple = "nvptx64-nvidia-cuda"

; A declaration has no blocks and no number.
declare void @elsewhere()

; CHECK-LABEL: define void @first(
; CHECK-NEXT: F1_B1:
; CHECK-NEXT: br i1 %c, label %F1_B2, label %F1_B3
; CHECK: F1_B2:
; CHECK: br label %F1_B3
; CHECK: F1_B3:
; SLOT-LABEL: define void @first(
; SLOT: F1_B1:
; OFF-LABEL: define void @first(
; OFF-NOT: F1_B
define void @first(i1 %c) {
start:
  br i1 %c, label %then, label %done
then:
  call void @elsewhere()
  br label %done
done:
  ret void
}

declare void @nowhere()

; A name of another block that is in the way gives way.
; CHECK-LABEL: define void @second(
; CHECK-NEXT: F2_B1:
; CHECK-NEXT: br label %F2_B2
; CHECK: F2_B2:
; CHECK-NEXT: call void @nowhere()
; SLOT-LABEL: define void @second(
; SLOT: F2_B1:
define void @second() {
F2_B2:
  br label %F2_B1
F2_B1:
  call void @nowhere()
  ret void
}
