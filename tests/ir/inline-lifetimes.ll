; Arrays of functions that are not inlined at the same time share local memory; the knob takes their lifetimes away.
; RUN: opencicc %s -arch=sm_90 --device-c --passes=inline -o - | filecheck %s --check-prefix=SHARED
; RUN: opencicc %s -arch=sm_90 --device-c --passes=inline -disable-inlined-alloca-merging -o - | filecheck %s --check-prefix=APART
; RUN: opencicc %s -arch=sm_90 --device-c --passes=inline -disable-inlined-alloca-merging -inline-model=C -o - | filecheck %s --check-prefix=APART
target triple = "nvptx64-nvidia-cuda"

declare void @use(ptr)

define internal void @first() {
  %a = alloca [64 x float], align 4
  call void @use(ptr %a)
  ret void
}

define internal void @second() {
  %a = alloca [48 x i32], align 4
  call void @use(ptr %a)
  ret void
}

; SHARED: .b8 __local_depot0[256];
; APART: .b8 __local_depot0[448];
define ptx_kernel void @k() {
  call void @first()
  call void @second()
  ret void
}
