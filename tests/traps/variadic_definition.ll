; A function with variable arguments that reads one.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

define i32 @sum(i32 %n, ...) noinline {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  %v = va_arg ptr %list, i32
  call void @llvm.va_end.p0(ptr %list)
  ret i32 %v
}

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = call i32 (i32, ...) @sum(i32 1, i32 7)
  store i32 %v, ptr addrspace(1) %p
  ret void
}

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
