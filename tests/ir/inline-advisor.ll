; Asking for an advisor asks for model C; what another setting keeps from acting is said.
; RUN: opencicc opt %s --passes=inline -enable-ml-inliner=release -Rpass=inline -o /dev/null 2>&1 | filecheck %s --check-prefix=TRAINED
; RUN: opencicc opt %s --passes=inline-advisor -Rpass=inline -o /dev/null 2>&1 | filecheck %s --check-prefix=COSTS
; RUN: opencicc opt %s --passes=inline-advisor -enable-ml-inliner=release --strict-passes -Rpass=inline -o /dev/null 2>&1 | filecheck %s --check-prefix=COSTS
; RUN: opencicc opt %s --passes=inline-advisor -inline-info -o /dev/null 2>&1 | filecheck %s --check-prefix=TABLE
; RUN: opencicc opt %s --passes=inline -enable-ml-inliner=default -Rpass=inline -o /dev/null 2>&1 | filecheck %s --check-prefix=PLAIN
; RUN: opencicc opt %s --passes=inline -inline-model=B -enable-ml-inliner=release -Rpass=inline -o /dev/null 2>&1 | filecheck %s --check-prefix=IGNORED
; RUN: opencicc opt %s --passes=inline -inline-training-log=%t -o /dev/null 2>&1 | filecheck %s --check-prefix=UNLOGGED
; RUN: opencicc opt %s --passes=inline -enable-ml-inliner=development -inline-training-log=%t -o /dev/null
; RUN: opencicc opt %s -O3 -enable-ml-inliner=release -Rpass=inline -o /dev/null 2>&1 | filecheck %s --check-prefix=TRAINED
target triple = "nvptx64-nvidia-cuda"

; TRAINED-NOT: warning
; TRAINED: 'leaf' inlined into 'k': the trained model says so (model C:
; COSTS: 'leaf' inlined into 'k': the cost is below the threshold (model C:
; TABLE: leaf{{ +}}yes{{ +}}C
; PLAIN: 'leaf' inlined into 'k': the charge fits the budget (model A:
; IGNORED: warning: option enable-ml-inliner is set (command line, argument {{[0-9]+}}), but only model C asks it: inline-model=B
; IGNORED: (model B:
; UNLOGGED: warning: option inline-training-log is set (command line, argument {{[0-9]+}}), but enable-ml-inliner is default: nothing is logged
define internal i32 @leaf(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}

define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @leaf(i32 %n)
  store i32 %a, ptr %p
  ret void
}
