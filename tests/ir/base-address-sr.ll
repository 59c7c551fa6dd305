; RUN: opencicc opt %s --passes=base-address-sr | filecheck %s
; RUN: opencicc opt %s --passes=base-address-sr -do-base-address-strength-reduce=2 | filecheck %s --check-prefix=TWO
; RUN: opencicc opt %s --passes=base-address-sr -do-base-address-strength-reduce-chain=0 | filecheck %s --check-prefix=CHAIN
; RUN: opencicc opt %s --passes=base-address-sr -base-address-strength-reduce-iv-limit=0 | filecheck %s --check-prefix=LIMIT
; RUN: opencicc opt %s --passes=base-address-sr -base-address-strength-reduce-max-iv=0 | filecheck %s --check-prefix=STAYS
; RUN: opencicc opt %s --passes=base-address-sr -dump-base-address-strength-reduce=1 -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; RUN: opencicc opt %s -O1 -do-base-address-strength-reduce=1 --print-pipeline-passes -o %t | filecheck %s --check-prefix=IN
; RUN: opencicc opt %s -O1 --print-pipeline-passes -o %t | filecheck %s --check-prefix=OUT
; IN: base-address-sr
; OUT-NOT: base-address-sr
; DUMP: base-address-sr: @changing: one base in the loop for 2 accesses: ptr addrspace(1) %b + 0, 16
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; The index changes: the base is computed before the first access, and the constant becomes a distance.
; CHECK-LABEL: @changing(
; CHECK: loop:
; CHECK: %baseValue = getelementptr i8, ptr addrspace(1) %b, i64
; CHECK: load float, ptr addrspace(1) %baseValue
; CHECK: getelementptr i8, ptr addrspace(1) %baseValue, i64 16
; LIMIT-LABEL: @changing(
; LIMIT-NOT: baseValue
; LIMIT: ret void
; STAYS-LABEL: @changing(
; STAYS-NOT: baseValue
; STAYS: ret void
; TWO-LABEL: @changing(
; TWO: baseValue
define void @changing(ptr addrspace(1) %b, i64 %n) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %next, %loop ]
  %i1 = add nsw i64 %t, 4
  %p0 = getelementptr float, ptr addrspace(1) %b, i64 %t
  %p1 = getelementptr float, ptr addrspace(1) %b, i64 %i1
  %x = load float, ptr addrspace(1) %p0
  store float %x, ptr addrspace(1) %p1
  %next = add nuw i64 %t, 1
  %c = icmp ult i64 %next, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}

; The base does not change: it goes in front of the loop, and a negative anchor is fine even with conditions.
; CHECK-LABEL: @invariant(
; CHECK: entry:
; CHECK: getelementptr i8, ptr addrspace(1) %b, i64
; CHECK: [[BASE:%.*]] = getelementptr i8, ptr addrspace(1) {{%.*}}, i64 -4
; CHECK: loop:
; CHECK: load volatile float, ptr addrspace(1) [[BASE]]
; TWO-LABEL: @invariant(
; TWO: i64 -4
; TWO: loop:
; LIMIT-LABEL: @invariant(
; LIMIT: baseValue
define void @invariant(ptr addrspace(1) %b, i64 %t, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %i0 = add i64 %t, -1
  %i1 = add i64 %t, 4
  %p0 = getelementptr float, ptr addrspace(1) %b, i64 %i0
  %p1 = getelementptr float, ptr addrspace(1) %b, i64 %i1
  %x = load volatile float, ptr addrspace(1) %p0
  store volatile float %x, ptr addrspace(1) %p1
  %next = add nuw i64 %i, 1
  %c = icmp ult i64 %next, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}

; A chain: the second address is made from the first by a variable distance, the third has both in one sum.
; CHECK-LABEL: @chain(
; CHECK: baseValue
; CHAIN-LABEL: @chain(
; CHAIN-NOT: baseValue
; CHAIN: ret void
; With conditions a negative anchor that changes from trip to trip stays as it is.
; TWO-LABEL: @chain(
; TWO-NOT: baseValue
; TWO: ret void
define void @chain(ptr addrspace(1) %b, i64 %s, i64 %n) {
entry:
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p0 = getelementptr float, ptr addrspace(1) %b, i64 %t
  %q0 = getelementptr float, ptr addrspace(1) %p0, i64 -2
  %x = load float, ptr addrspace(1) %q0
  %u = add i64 %t, 4
  %p1 = getelementptr float, ptr addrspace(1) %b, i64 %u
  %q1 = getelementptr float, ptr addrspace(1) %p1, i64 3
  store float %x, ptr addrspace(1) %q1
  %next = add nuw i64 %t, 1
  %c = icmp ult i64 %next, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}
