; PTX has no thread-local storage: refused with a reason, wherever the variable is used.
; RUN: not opencicc %s -arch=sm_90 -o - 2>&1 | filecheck %s
; RUN: not opencicc %s -arch=sm_90 -O0 -o - 2>&1 | filecheck %s
; RUN: env OPENCICC_ARCH=sm_80 not opencicc %s -o - 2>&1 | filecheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: error: thread-local variable @counter: PTX has no thread-local storage
; CHECK-NEXT: at:  @counter
@counter = thread_local global i32 0

define ptx_kernel void @k(ptr %p) {
  %a = call ptr @llvm.threadlocal.address.p0(ptr @counter)
  %v = load volatile i32, ptr %a
  store i32 %v, ptr %p
  ret void
}
