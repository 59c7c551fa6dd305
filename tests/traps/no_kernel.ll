; A module without any function body.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

@x = addrspace(1) global i32 1

declare void @f()
