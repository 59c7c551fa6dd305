; RUN: opencicc opt %s --passes=set-global-array-alignment | filecheck %s
; RUN: opencicc opt %s "--passes=set-global-array-alignment<skip-shared-mem>" | filecheck %s --check-prefix=SKIP
; RUN: opencicc opt %s "--passes=set-global-array-alignment<modify-global-mem>" | filecheck %s --check-prefix=GLOBAL

target triple = "nvptx64-nvidia-cuda"

; CHECK: @tile = internal addrspace(3) global [8 x float] poison, align 16
; CHECK: @small = internal addrspace(3) global [3 x i16] poison, align 4
; SKIP: @tile = internal addrspace(3) global [8 x float] poison, align 4
; SKIP: @small = internal addrspace(3) global [3 x i16] poison, align 2
@tile = internal addrspace(3) global [8 x float] poison, align 4
@small = internal addrspace(3) global [3 x i16] poison, align 2

; Global memory only when asked for.
; CHECK: @table = internal addrspace(1) global [8 x float] zeroinitializer, align 4
; GLOBAL: @table = internal addrspace(1) global [8 x float] zeroinitializer, align 16
@table = internal addrspace(1) global [8 x float] zeroinitializer, align 4

; Its size is the launch's, and it begins as aligned as it says.
; CHECK: @dynamic = external addrspace(3) global [0 x i8], align 16
; SKIP: @dynamic = external addrspace(3) global [0 x i8], align 1
@dynamic = external addrspace(3) global [0 x i8], align 1

; Others may see it, somebody else defines it, it is one value, it is aligned already.
; CHECK: @visible = addrspace(3) global [8 x float] poison, align 4
; CHECK: @other = external addrspace(3) global [8 x float], align 4
; CHECK: @scalar = internal addrspace(3) global float poison, align 4
; CHECK: @aligned = internal addrspace(3) global [64 x float] poison, align 128
@visible = addrspace(3) global [8 x float] poison, align 4
@other = external addrspace(3) global [8 x float], align 4
@scalar = internal addrspace(3) global float poison, align 4
@aligned = internal addrspace(3) global [64 x float] poison, align 128

define ptx_kernel void @uses() {
  store float 1.0, ptr addrspace(3) @tile
  store i16 1, ptr addrspace(3) @small
  store float 1.0, ptr addrspace(1) @table
  store float 1.0, ptr addrspace(3) @other
  store float 1.0, ptr addrspace(3) @scalar
  store i8 1, ptr addrspace(3) @dynamic
  store float 1.0, ptr addrspace(3) @aligned
  ret void
}
