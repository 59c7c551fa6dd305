; Every rule has a module in tests/strict; here are the doors.
; RUN: not opencicc opt %s --passes=nvvm-verify 2>&1 | filecheck %s
; RUN: not opencicc opt %s --passes=nvvm-ir-verification 2>&1 | filecheck %s
; RUN: not opencicc %s --strict-nvvm -O0 -o %t 2>&1 | filecheck %s
; RUN: opencicc %s -O0 -o - | filecheck %s --check-prefix=DEFAULT
; RUN: opencicc opt %s --passes=nvvm-pretreat | filecheck %s --check-prefix=TREATED
; The slots leave out a layer each; without both there is nothing to refuse.
; RUN: not opencicc %s --strict-nvvm -no-nvvm-verify=1 -O0 -o %t 2>&1 | filecheck %s
; RUN: opencicc opt %s --strict-nvvm -no-irverify=1 -O0 | filecheck %s --check-prefix=TREATED
; RUN: not opencicc %s --strict-nvvm -nvvm-verify-show-info=1 -Werror -no-irverify=1 -o %t 2>&1 | filecheck %s --check-prefix=INFO
; At the published places only what no pass may break is asked, and only if somebody wants it.
; RUN: opencicc opt %s -O3 -nvvm-verify-all=1 --print-pipeline-passes | filecheck %s --check-prefix=ALL
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s -O3 -nvvm-verify-all=1 -no-nvvm-verify=1 --print-pipeline-passes | filecheck %s --check-prefix=SLOT
; RUN: opencicc opt %s -O3 -nvvm-verify-all=1 | filecheck %s --check-prefix=TREATED
; CHECK: error: the module breaks 2 rules of NVVM IR: function attribute ssp is not supported
; CHECK-NEXT: at:  function @f
; CHECK: function @f: stack objects are in the generic address space
; CHECK-NEXT: %a = alloca i32, align 4, addrspace(5)
; DEFAULT: .func f(
; TREATED: define void @f(
; INFO: NVVM's rules looked at 1 functions (0 kernels), 3 instructions and 0 variables
; ALL: nvvm-verify<kept>
; ALL: nvvm-ir-verification<kept>
; NONE-NOT: nvvm-verify
; NONE-NOT: nvvm-ir-verification
; SLOT-NOT: nvvm-verify<kept>
; SLOT: nvvm-ir-verification<kept>
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define void @f() ssp {
  %a = alloca i32, addrspace(5)
  store volatile i32 1, ptr addrspace(5) %a
  ret void
}
!nvvmir.version = !{!0}
!0 = !{i32 2, i32 0}
