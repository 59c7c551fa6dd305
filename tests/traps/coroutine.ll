; Pieces of a coroutine that no pass has split.
; Stock LLVM 22.1: llc: killed by a signal.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: coroutine intrinsic
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
