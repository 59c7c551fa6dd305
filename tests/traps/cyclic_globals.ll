; Two variables that hold each other's address: PTX has no forward declarations for them.
; Stock LLVM 22.1: llc: LLVM ERROR: Circular dependency found in global variable set.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)circular|cycl
target triple = "nvptx64-nvidia-cuda"

@a = addrspace(1) global ptr addrspace(1) @b
@b = addrspace(1) global ptr addrspace(1) @a

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = load i64, ptr addrspace(1) @a
  store i64 %x, ptr addrspace(1) %p
  ret void
}
