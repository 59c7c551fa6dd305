; Nothing is answered where somebody says so: the call stays, and something has to define it.
; RUN: opencicc opt %s -O3 | filecheck %s --check-prefix=ON
; RUN: opencicc opt %s -O3 -nvvm-reflect-enable=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s -O0 -no-nvvm-reflect=1 | filecheck %s --check-prefix=OFF
; RUN: not opencicc %s -O0 -no-nvvm-reflect=1 -o %t 2>&1 | filecheck %s --check-prefix=UNDEFINED
; ON-NOT: @__nvvm_reflect
; ON: ret i32 750
; OFF: call i32 @__nvvm_reflect(
; UNDEFINED: error: undefined function: __nvvm_reflect
target triple = "nvptx64-nvidia-cuda"

@query = private constant [12 x i8] c"__CUDA_ARCH\00"
declare i32 @__nvvm_reflect(ptr)
define i32 @arch() {
  %r = call i32 @__nvvm_reflect(ptr @query)
  ret i32 %r
}
