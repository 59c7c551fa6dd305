; alwaysinline, at the callee or at the call, is obeyed at every level and on every path; what is not marked stays where nothing optimises.
; RUN: opencicc %s -O0 -o - | filecheck %s --check-prefixes=CHECK,PLAIN
; RUN: opencicc %s -g -o - | filecheck %s --check-prefixes=CHECK,PLAIN
; RUN: opencicc %s -Ofast-compile=max -o - | filecheck %s --check-prefixes=CHECK,PLAIN
; RUN: opencicc %s -language=ptx -o - | filecheck %s --check-prefixes=CHECK,PLAIN
; RUN: opencicc %s -O3 -disable-inlining -o - | filecheck %s --check-prefixes=CHECK,PLAIN
; RUN: opencicc %s -Ofast-compile=mid -o - | filecheck %s
; RUN: opencicc %s -Ofast-compile=min -o - | filecheck %s
; RUN: opencicc %s -O1 -o - | filecheck %s
; RUN: opencicc %s -O3 -g -o - | filecheck %s
; RUN: env OPENCICC_NATIVE_HELPER=0 opencicc %s -O0 -o - | filecheck %s --check-prefixes=CHECK,PLAIN
target triple = "nvptx64-nvidia-cuda"

define internal i32 @must(i32 %x) alwaysinline {
  %y = mul i32 %x, 3
  ret i32 %y
}

define i32 @may(i32 %x) {
  %y = mul i32 %x, 5
  ret i32 %y
}

; Recursion has an end although both are marked.
define i32 @ping(i32 %x) alwaysinline {
  %is_zero = icmp eq i32 %x, 0
  br i1 %is_zero, label %end, label %more
more:
  %less = sub i32 %x, 1
  %below = call i32 @pong(i32 %less)
  br label %end
end:
  %result = phi i32 [ 1, %0 ], [ %below, %more ]
  ret i32 %result
}

define i32 @pong(i32 %x) alwaysinline {
  %is_zero = icmp eq i32 %x, 0
  br i1 %is_zero, label %end, label %more
more:
  %less = sub i32 %x, 1
  %below = call i32 @ping(i32 %less)
  br label %end
end:
  %result = phi i32 [ 0, %0 ], [ %below, %more ]
  ret i32 %result
}

; CHECK-LABEL: .entry k(
; CHECK-NOT: must
; PLAIN: call{{.*}} may,
; CHECK-NOT: {{call.*(must|may)}}
; CHECK-LABEL: .entry recursive(
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @must(i32 %n)
  %b = call i32 @may(i32 %a)
  %c = call i32 @may(i32 %b) alwaysinline
  store i32 %c, ptr %p
  ret void
}

define ptx_kernel void @recursive(ptr %p, i32 %n) {
  %a = call i32 @ping(i32 %n)
  store i32 %a, ptr %p
  ret void
}
