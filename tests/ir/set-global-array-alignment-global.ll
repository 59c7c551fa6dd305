; Arrays in global memory, in a module that has nothing in shared memory.
; RUN: opencicc opt %s "--passes=set-global-array-alignment<modify-global-mem>" | filecheck %s
; RUN: opencicc opt %s "--passes=set-global-array-alignment<modify-global-mem;skip-global-mem>" | filecheck %s --check-prefix=SKIP
; RUN: opencicc opt %s --passes=set-global-array-alignment | filecheck %s --check-prefix=SKIP
target triple = "nvptx64-nvidia-cuda"

; CHECK: @table = internal addrspace(1) global [8 x float] zeroinitializer, align 16
; SKIP: @table = internal addrspace(1) global [8 x float] zeroinitializer, align 4
@table = internal addrspace(1) global [8 x float] zeroinitializer, align 4

define ptx_kernel void @k() {
  store float 1.0, ptr addrspace(1) @table
  ret void
}
