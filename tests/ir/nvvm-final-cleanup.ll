; Both names stand for passes of LLVM; this is what they do.
; RUN: opencicc opt %s --passes='nvvm-final-cleanup<level=0>' | filecheck %s --check-prefixes=CHECK,CLEAN
; RUN: opencicc opt %s -O0 | filecheck %s --check-prefixes=CHECK,CLEAN
; RUN: opencicc opt %s --passes=nvvm-unreachable-block-elim | filecheck %s --check-prefixes=CHECK,BLOCKS
; RUN: opencicc opt %s -O3 -opt "-slot-117=1" --print-pipeline-passes | filecheck %s --check-prefix=SLOT
; SLOT-NOT: nvvm-unreachable-block-elim
target triple = "nvptx64-nvidia-cuda"

; CLEAN-NOT: @unused
; BLOCKS: declare void @unused_declaration()
declare void @unused_declaration()
; BLOCKS: define internal void @unused()
define internal void @unused() {
  ret void
}

; CHECK-LABEL: @kept(
; CHECK-NEXT: store i32 1
; CHECK-NEXT: ret void
; CHECK-NOT: nowhere:
define void @kept(ptr %p) {
  store i32 1, ptr %p
  ret void
nowhere:
  store i32 2, ptr %p
  ret void
}
