; common, extern_weak, weak_odr and available_externally in one module.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx
target triple = "nvptx64-nvidia-cuda"

@c = common addrspace(1) global i32 0
@x = extern_weak addrspace(1) global i32
@y = weak_odr addrspace(1) global i32 5

define available_externally void @f() {
  ret void
}

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %t = icmp eq ptr addrspace(1) @x, null
  %v = zext i1 %t to i32
  store i32 %v, ptr addrspace(1) %p
  call void @f()
  ret void
}
