; A pass that is named and not there is said, whichever way it is named; the levels' own idle steps are not news.
; RUN: opencicc opt %s --passes=factory-1aac510,sroa -o %t 2>&1 | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s --passes='function(factory-1aac510),factory-1922f90,nvvmrematerialize' -o %t 2>&1 | filecheck %s --check-prefix=SEVERAL
; RUN: opencicc opt %s --passes=factory-1aac510 -w 2>&1 | filecheck %s --check-prefix=QUIET
; RUN: opencicc opt %s --passes='nvopt<O3>,sroa,print-module,require<domtree>' 2>&1 | filecheck %s --check-prefix=QUIET
; RUN: opencicc opt %s -O3 2>&1 | filecheck %s --check-prefix=QUIET
; RUN: not opencicc opt %s --passes=factory-1aac510 -Werror 2>&1 | filecheck %s --check-prefix=ERROR
target triple = "nvptx64-nvidia-cuda"

; ONE: warning: pass factory-1aac510 is unidentified: it does nothing
; ONE-NOT: warning
; SEVERAL: warning: passes factory-1aac510, factory-1922f90 are unidentified: they do nothing
; SEVERAL-NOT: warning
; QUIET-NOT: warning
; QUIET: define void @f
; ERROR: error: warning treated as error: pass factory-1aac510 is unidentified: it does nothing
define void @f() {
  ret void
}
