; RUN: opencicc opt %s --passes=relax-exchanges | filecheck %s
target triple = "nvptx64-nvidia-cuda"

; What our header makes of atomicCAS: the scope is the device, the order relaxed, and the declaration goes.
; CHECK-LABEL: @cuda_cas(
; CHECK: %[[PAIR:.*]] = cmpxchg ptr %p, i32 %a, i32 %b syncscope("device") monotonic monotonic
; CHECK: %[[OLD:.*]] = extractvalue { i32, i1 } %[[PAIR]], 0
; CHECK: ret i32 %[[OLD]]
define i32 @cuda_cas(ptr %p, i32 %a, i32 %b) {
  %old = call i32 @__opencicc_cas_32(ptr %p, i32 %a, i32 %b)
  ret i32 %old
}

; An exchange that the program spells with the language's own function keeps its order and scope.
; CHECK-LABEL: @own_order(
; CHECK: cmpxchg ptr %p, i32 %a, i32 %b seq_cst seq_cst
define i32 @own_order(ptr %p, i32 %a, i32 %b) {
  %pair = cmpxchg ptr %p, i32 %a, i32 %b seq_cst seq_cst
  %old = extractvalue { i32, i1 } %pair, 0
  ret i32 %old
}

; CHECK-NOT: declare i32 @__opencicc_cas_32
declare i32 @__opencicc_cas_32(ptr, i32, i32)
