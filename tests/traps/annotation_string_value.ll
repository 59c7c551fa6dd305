; An annotation whose number is a word.
; Stock LLVM 22.1: opt: killed by a signal while reading.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"maxntidx", !"many"}
