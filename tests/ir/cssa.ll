; RUN: opencicc opt %s --passes=cssa | filecheck %s
; RUN: opencicc opt %s --passes=cssa -usedessa=1 | filecheck %s --check-prefix=SWAPS
; RUN: opencicc opt %s --passes=cssa -usedessa=0 | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s --passes=cssa -cssa-coalesce=1 | filecheck %s --check-prefix=OWN
; RUN: opencicc opt %s --passes=cssa -cssa-coalesce=2 | filecheck %s --check-prefix=FEW
; RUN: opencicc opt %s --passes=cssa -cssa-verbosity=2 -o %t 2>&1 | filecheck %s --check-prefix=WORDS
; RUN: opencicc opt %s -O3 -do-cssa --print-pipeline-passes -o %t | filecheck %s --check-prefix=IN
; RUN: opencicc opt %s -O3 --print-pipeline-passes -o %t | filecheck %s --check-prefix=OUT
; RUN: opencicc opt %s --passes=cssa -dump-before-cssa -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; IN: cssa
; OUT-NOT: cssa
; NONE-NOT: freeze
; WORDS: cssa:   %pcp = freeze i32 %a
; WORDS: cssa: @join: 2 copies
; DUMP: *** IR before cssa ***
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @join(
; CHECK: t:
; CHECK-NEXT: %pcp = freeze i32 %a
; CHECK: e:
; CHECK-NEXT: [[B:%.*]] = freeze i32 %b
; CHECK: phi i32 [ %pcp, %t ], [ [[B]], %e ]
; SWAPS-LABEL: @join(
; SWAPS-NOT: freeze
; SWAPS: @swap(
; %a is used once more, %b by the phi alone; neither is an instruction.
; OWN-LABEL: @join(
; OWN: %pcp = freeze i32 %a
; OWN-NOT: freeze i32 %b
; OWN: phi i32 [ %pcp, %t ], [ %b, %e ]
; FEW-LABEL: @join(
; FEW: phi i32 [ %a, %t ], [ %b, %e ]
define i32 @join(i1 %c, i32 %a, i32 %b) {
  br i1 %c, label %t, label %e
t:
  br label %j
e:
  br label %j
j:
  %x = phi i32 [ %a, %t ], [ %b, %e ]
  %y = add i32 %x, %a
  ret i32 %y
}

; Two phis that exchange their values: each needs a copy of the other.
; SWAPS: %pcp = freeze i32 %q
; SWAPS: freeze i32 %p
; Constants need no copy: they don't interfere.
; CHECK-LABEL: @swap(
; CHECK: phi i32 [ 1, %entry ], [ %pcp
define void @swap(ptr %o, i32 %n) {
entry:
  br label %loop
loop:
  %p = phi i32 [ 1, %entry ], [ %q, %loop ]
  %q = phi i32 [ 2, %entry ], [ %p, %loop ]
  store volatile i32 %p, ptr %o
  store volatile i32 %q, ptr %o
  %c = icmp eq i32 %p, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}
