; RUN: opencicc opt %s --passes=set-global-array-alignment | filecheck %s
target triple = "nvptx64-nvidia-cuda"

; Another module may call @reads, and say itself how its kernels' shared memory begins.
; CHECK: @dynamic = external addrspace(3) global [0 x i8], align 1
@dynamic = external addrspace(3) global [0 x i8], align 1

define i8 @reads() {
  %value = load i8, ptr addrspace(3) @dynamic
  ret i8 %value
}
