; Inline assembly that may jump to a label.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
entry:
  callbr void asm sideeffect "bra ${0:l};", "!i"() to label %one [label %two]

one:
  store i32 1, ptr addrspace(1) %p
  ret void

two:
  store i32 2, ptr addrspace(1) %p
  ret void
}
