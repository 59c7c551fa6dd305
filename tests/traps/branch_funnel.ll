; A jump table of indirect calls, which only one other processor's code generator knows.
; Stock LLVM 22.1: llc: killed by a signal.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: branch funnel
target triple = "nvptx64-nvidia-cuda"

define void @f(ptr %p) {
  call void (...) @llvm.icall.branch.funnel(ptr %p)
  ret void
}

declare void @llvm.icall.branch.funnel(...)
