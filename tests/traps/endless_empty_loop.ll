; A loop without effects that promises to end: it may vanish, the compile has to end.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k() mustprogress {
entry:
  br label %loop

loop:
  br label %loop
}
