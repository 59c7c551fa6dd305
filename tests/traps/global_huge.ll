; A variable of a terabyte with one byte set: its image may not be built in memory.
; Stock LLVM 22.1: PTX that ptxas can't load; slow or out of memory where the image is built.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

@g = addrspace(1) global <{ i8, [1099511627776 x i8] }> <{ i8 1, [1099511627776 x i8] zeroinitializer }>

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = load i8, ptr addrspace(1) @g
  store i8 %x, ptr addrspace(1) %p
  ret void
}
