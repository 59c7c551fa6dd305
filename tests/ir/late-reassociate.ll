; The published order has a reassociate behind unrolling. It is left out unless asked for: sums that unrolled rounds share are
; taken apart by it, each by the rank of its own operands.
; RUN: opencicc %s -arch=sm_90 --print-pipeline-passes | filecheck %s --check-prefix=STEPS
; RUN: opencicc %s -arch=sm_90 --late-reassociate --print-pipeline-passes | filecheck %s --check-prefix=MORE
; RUN: opencicc %s -arch=sm_90 -opt "-no-reassoc=1" --late-reassociate --print-pipeline-passes | filecheck %s --check-prefix=NONE
target triple = "nvptx64-nvidia-cuda"

; STEPS: nvvm-reduction
; STEPS-NOT: reassociate
; STEPS: nvvm-final-lowering
; MORE: nvvm-reduction
; MORE: reassociate
; MORE: nvvm-final-lowering
; NONE: nvvm-reduction
; NONE-NOT: reassociate
; NONE: nvvm-final-lowering
define ptx_kernel void @sum(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  %a = add i32 %v, 1
  store i32 %a, ptr addrspace(1) %p
  ret void
}
