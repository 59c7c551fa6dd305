; A garbage collector nobody registered.
; Stock LLVM 22.1: llc: LLVM ERROR: unsupported GC: nobody.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)GC|collector
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) gc "nobody" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store i32 1, ptr addrspace(1) %p
  ret void
}

declare void @llvm.gcroot(ptr, ptr)
