; A value that was given counts as given, the default's own value too.
; RUN: opencicc opt %s --passes=inline -o /dev/null --remarks=- | filecheck %s --check-prefix=B20000
; RUN: opencicc opt %s --passes=inline -aggressive-inline -o /dev/null --remarks=- | filecheck %s --check-prefix=B40000
; RUN: opencicc opt %s --passes=inline -aggressive-inline -inline-budget=20000 -o /dev/null --remarks=- | filecheck %s --check-prefix=B20000
; RUN: opencicc opt %s --passes=inline -inline-budget=20000 -aggressive-inline -o /dev/null --remarks=- | filecheck %s --check-prefix=B20000
; RUN: opencicc opt %s --passes=inline -aggressive-inline -inline-budget=7 -o /dev/null --remarks=- | filecheck %s --check-prefix=B7
; RUN: env OPENCICC_INLINE_BUDGET=20000 opencicc opt %s --passes=inline -aggressive-inline -o /dev/null --remarks=- | filecheck %s --check-prefix=B20000
target triple = "nvptx64-nvidia-cuda"

; B20000: Callee: 'leaf'
; B20000: - Budget: '20000'
; B40000: Callee: 'leaf'
; B40000: - Budget: '40000'
; B7: Callee: 'leaf'
; B7: - Budget: '7'
define internal i32 @leaf(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}

define i32 @f(i32 %n) {
  %a = call i32 @leaf(i32 %n)
  ret i32 %a
}
