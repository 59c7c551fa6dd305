; A thread-local variable: PTX has no such storage.
; Stock LLVM 22.1: llc: LLVM ERROR: Broken function found (the verifier, after a pass moved the variable).
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)thread
target triple = "nvptx64-nvidia-cuda"

@counter = thread_local global i32 0

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = call ptr @llvm.threadlocal.address.p0(ptr @counter)
  %v = load i32, ptr %a
  store i32 %v, ptr addrspace(1) %p
  ret void
}

declare ptr @llvm.threadlocal.address.p0(ptr)
