; alwaysinline is obeyed whatever it costs, at the callee and at the call; what can't be inlined stays marked.
; RUN: opencicc opt %s --passes=nv-inline-must --strict-passes | filecheck %s
; RUN: opencicc opt %s --passes=inline -inline-budget=0 --strict-passes | filecheck %s
; RUN: opencicc opt %s --passes=inline -disable-inlining --strict-passes | filecheck %s
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-threshold=1 -inline-instr-cost=100 --strict-passes | filecheck %s
; RUN: opencicc opt %s --passes=inline -chaos=1 -inline-max-size=1 --strict-passes | filecheck %s
target triple = "nvptx64-nvidia-cuda"

define internal i32 @must(i32 %x) alwaysinline {
  %y = mul i32 %x, 3
  ret i32 %y
}

define i32 @plain(i32 %x) {
  %y = mul i32 %x, 7
  %z = call i32 @must(i32 %y)
  %v = xor i32 %z, %x
  %w = sub i32 %v, %y
  ret i32 %w
}

define weak i32 @replaceable(i32 %x) alwaysinline {
  ret i32 %x
}

; The user's own mark on a call outlives ours.
; CHECK-LABEL: @holds(
; CHECK: call i32 @replaceable(i32 %n) #[[HELD:[0-9]+]]
define void @holds(ptr %p, i32 %n) {
  %d = call i32 @replaceable(i32 %n) noinline
  store i32 %d, ptr %p
  ret void
}

; CHECK-LABEL: @as_written(
; CHECK: call i32 @plain(
define i32 @as_written(i32 %n) noinline optnone {
  %a = call i32 @plain(i32 %n)
  ret i32 %a
}

; CHECK-LABEL: @k(
; CHECK: mul i32 %n, 3
; CHECK: mul i32 %{{.*}}, 7
; CHECK: mul i32 %{{.*}}, 3
; CHECK: call i32 @plain(i32 %{{[a-z.0-9]+}}){{$}}
; CHECK: call i32 @replaceable(i32 %c)
; CHECK: attributes #[[HELD]] = { noinline }
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @must(i32 %n)
  %b = call i32 @plain(i32 %a) alwaysinline
  %c = call i32 @plain(i32 %b)
  %d = call i32 @replaceable(i32 %c)
  store i32 %d, ptr %p
  ret void
}
