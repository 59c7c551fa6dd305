; Code to run before the first kernel; the driver has no such moment, a runtime may.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }]
@v = addrspace(1) global i32 0

define internal void @start() {
  store i32 1, ptr addrspace(1) @v
  ret void
}

define ptx_kernel void @k() {
  ret void
}
