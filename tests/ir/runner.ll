; The runner's own switches on two small functions: any mix of steps, printing, diffs, limits.
; RUN: opencicc opt %s --passes='sroa,name-blocks,function(dce)' | filecheck %s --check-prefix=MIX
; RUN: opencicc opt %s --passes=sroa,dce --print-after=sroa -o %t 2>&1 | filecheck %s --check-prefix=AFTER
; RUN: opencicc opt %s --passes=sroa,dce --print-before-all -o %t 2>&1 | filecheck %s --check-prefix=BEFORE-ALL
; RUN: opencicc opt %s --passes=sroa,dce --print-changed -o %t 2>&1 | filecheck %s --check-prefix=CHANGED
; RUN: opencicc opt %s --passes=sroa,dce --pass-limit=1 -v -o - 2>&1 | filecheck %s --check-prefix=LIMIT
; RUN: opencicc opt %s -O1 -v -o %t 2>&1 | filecheck %s --check-prefix=PHASES
; RUN: not opencicc opt %s --passes=srao 2>&1 | filecheck %s --check-prefix=UNKNOWN
; RUN: opencicc opt %s -O1 -opt "-dump-nvvmir" -o %t 2>&1 | filecheck %s --check-prefix=DUMP
target triple = "nvptx64-nvidia-cuda"

; MIX-LABEL: define i32 @f(
; MIX-NEXT: F1_B1:
; MIX-NEXT: %twice = add i32 %n, %n
; MIX-NEXT: ret i32 %twice
; MIX-LABEL: define i32 @g(
; MIX-NEXT: F2_B1:

; AFTER: *** IR after sroa ***
; AFTER-NOT: alloca
; AFTER: %dead
; AFTER-NOT: *** IR

; BEFORE-ALL: *** IR before sroa ***
; BEFORE-ALL: alloca
; BEFORE-ALL: *** IR before dce ***
; BEFORE-ALL: %dead

; CHANGED: *** IR changed by sroa ***
; CHANGED: -  %a = alloca i32
; CHANGED: *** IR changed by dce ***
; CHANGED: -  %dead = mul i32 %n, 3

; LIMIT-NOT: alloca
; LIMIT: %dead
; LIMIT: dce: left out by --pass-limit=1

; PHASES: Phase I
; PHASES: Phase II, Concurrent=No

; UNKNOWN: error: unknown pass name 'srao'
; UNKNOWN: did you mean 'sroa'?

; DUMP: *** IR at print-module (phase 2
; DUMP: define i32 @f

define i32 @f(i32 %n) {
  %a = alloca i32
  store i32 %n, ptr %a
  %v = load i32, ptr %a
  %twice = add i32 %v, %v
  %dead = mul i32 %v, 3
  ret i32 %twice
}

define i32 @g(i32 %n) {
  ret i32 %n
}
