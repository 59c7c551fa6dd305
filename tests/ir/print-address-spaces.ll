; RUN: opencicc opt %s --passes='print<address-spaces>' -o %t 2>&1 | filecheck %s
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [32 x i32] poison

; CHECK: address-spaces: @k: memory holds pointers of the host only
; CHECK-NEXT: global or null: %p = load ptr, ptr %table
; CHECK-NEXT: global or shared or null: store i32 0, ptr %either
; CHECK-NEXT: global or null: store i32 1, ptr %p
; CHECK-NEXT: shared: %v = load i32, ptr addrspace(3) @s
; CHECK-NEXT: local: store i32 %v, ptr %x
; CHECK-NEXT: 4 of 9 pairs with a write may touch the same memory
define ptx_kernel void @k(ptr %table, i1 %c) {
  %x = alloca i32
  %p = load ptr, ptr %table
  %either = select i1 %c, ptr %p, ptr addrspacecast (ptr addrspace(3) @s to ptr)
  store i32 0, ptr %either
  store i32 1, ptr %p
  %v = load i32, ptr addrspace(3) @s
  store i32 %v, ptr %x
  ret void
}
