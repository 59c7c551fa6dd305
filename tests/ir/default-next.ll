; RUN: opencicc opt %s --passes=default-next | filecheck %s
; RUN: opencicc opt %s --passes=default-next --default-next=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=default-next -Rpass=default-next -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc %s -arch=sm_90 -O3 -o - | filecheck %s --check-prefix=PTX
; REMARK: border: remark: put the default of a switch behind it [-Rpass=default-next]
; REMARK: border: remark: put the default of a switch behind it
; REMARK-NOT: remark:

target triple = "nvptx64-nvidia-cuda"

; A chain of them: all defaults in a row, and every case is jumped to.
; CHECK-LABEL: @border(
; CHECK: inside.x:
; CHECK: inside:
; CHECK: left:
; CHECK: right:
; CHECK: top:
; OFF-LABEL: @border(
; OFF: left:
; OFF: right:
; OFF: inside.x:
; PTX-LABEL: .entry border(
; PTX-NOT: setp.ne
; PTX: setp.eq.b32 {{.*}}, 0;
; PTX-NOT: setp.ne
; PTX: ret;
define ptx_kernel void @border(ptr addrspace(1) %p, i32 %x, i32 %y, double %d) {
  switch i32 %x, label %inside.x [
    i32 0, label %left
    i32 399, label %right
  ]
left:
  store double %d, ptr addrspace(1) %p
  br label %end
right:
  %r = getelementptr double, ptr addrspace(1) %p, i64 399
  store double %d, ptr addrspace(1) %r
  br label %end
inside.x:
  switch i32 %y, label %inside [
    i32 0, label %top
    i32 399, label %bottom
  ]
top:
  %t = getelementptr double, ptr addrspace(1) %p, i64 10
  store double %d, ptr addrspace(1) %t
  br label %end
bottom:
  %b = getelementptr double, ptr addrspace(1) %p, i64 20
  store double %d, ptr addrspace(1) %b
  br label %end
inside:
  %m = getelementptr double, ptr addrspace(1) %p, i64 30
  store double %d, ptr addrspace(1) %m
  br label %end
end:
  ret void
}

; A default that others lead to stays where it is,
; CHECK-LABEL: @shared(
; CHECK: one:
; CHECK: end:
define void @shared(ptr %p, i32 %x) {
  switch i32 %x, label %end [ i32 0, label %one ]
one:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}

; and so does one that is next.
; CHECK-LABEL: @next(
; CHECK: else:
; CHECK: one:
define void @next(ptr %p, i32 %x) {
  switch i32 %x, label %else [ i32 0, label %one ]
else:
  store i32 2, ptr %p
  ret void
one:
  store i32 1, ptr %p
  ret void
}
