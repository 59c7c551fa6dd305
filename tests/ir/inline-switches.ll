; Three knobs make callees with switches dearer.
; RUN: opencicc opt %s --passes=inline -inline-budget=200 | filecheck %s --check-prefix=IN
; RUN: opencicc opt %s --passes=inline -inline-budget=200 -inline-maxswitchcases=4 | filecheck %s --check-prefix=IN
; RUN: opencicc opt %s --passes=inline -inline-budget=200 -inline-maxswitchcases=3 | filecheck %s --check-prefix=OUT
; RUN: opencicc opt %s --passes=inline -inline-budget=200 -inline-switchctrl=120 | filecheck %s --check-prefix=OUT
; RUN: opencicc opt %s --passes=inline -inline-budget=200 -inline-numswitchfunc=399 | filecheck %s --check-prefix=IN
; RUN: opencicc opt %s --passes=inline -inline-budget=200 -inline-numswitchfunc=500 | filecheck %s --check-prefix=OUT
target triple = "nvptx64-nvidia-cuda"

define i32 @choose(i32 %x) {
  switch i32 %x, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 7, label %d
  ]
a:
  ret i32 10
b:
  ret i32 12
c:
  ret i32 15
d:
  ret i32 19
other:
  ret i32 %x
}

; IN-LABEL: @k(
; IN-NOT: call
; OUT-LABEL: @k(
; OUT: call i32 @choose(
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @choose(i32 %n)
  store i32 %a, ptr %p
  ret void
}
