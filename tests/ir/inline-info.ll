; What is reported: a table per caller, every check, the reason on the call, YAML, the trace.
; RUN: opencicc opt %s --passes=inline -inline-info -o /dev/null 2>&1 | filecheck %s --check-prefix=TABLE
; RUN: opencicc %s -arch=sm_90 -inline-info -o /dev/null 2>&1 | filecheck %s --check-prefix=TABLE
; RUN: opencicc %s -arch=sm_90 -inline-info --cache-dir=%t -o /dev/null 2>&1 | filecheck %s --check-prefix=TABLE
; RUN: opencicc opt %s --passes=inline -inline-info=0 -o /dev/null 2>&1 | filecheck %s --check-prefix=NOTABLE --allow-empty
; RUN: opencicc opt %s --passes=inline -profuseinline -o /dev/null 2>&1 | filecheck %s --check-prefix=PROFUSE
; RUN: opencicc opt %s --passes=inline,inline -inline-remark-attribute --strict-passes | filecheck %s --check-prefix=ATTRIBUTE
; RUN: opencicc opt %s --passes=inline -o /dev/null --remarks=- | filecheck %s --check-prefix=YAML
target triple = "nvptx64-nvidia-cuda"

define internal i32 @leaf(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}

define internal i32 @stays(i32 %x) noinline {
  %a = add i32 %x, 7
  ret i32 %a
}

; TABLE: k: 1 of 2 calls inlined, 0 units
; TABLE: callee{{ +}}inlined{{ +}}model{{ +}}charge{{ +}}left{{ +}}reason
; TABLE: stays{{ +}}no{{ +}}A{{ +}}0{{ +}}0{{ +}}noinline
; TABLE: leaf{{ +}}yes{{ +}}A{{ +}}0{{ +}}40000{{ +}}the charge fits the budget
; NOTABLE-NOT: inlined
; PROFUSE: inline: k calls leaf (call 0)
; PROFUSE: inline: size 5 (1 instructions, 0 calls)
; PROFUSE: inline: marshalling saved 45
; PROFUSE: inline: charge 0
; ATTRIBUTE: call i32 @stays(i32 %{{.*}}) #[[NUMBER:[0-9]+]]
; ATTRIBUTE: attributes #[[NUMBER]] = { "inline-remark"="noinline" }
; YAML: --- !Passed
; YAML: Pass: 'inline'
; YAML: Name: 'Inlined'
; YAML: - Charge: '0'
; YAML: - Reason: 'the charge fits the budget'
; YAML: - Checks: 'may be inlined > size 5
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @leaf(i32 %n)
  %b = call i32 @stays(i32 %a)
  store i32 %b, ptr %p
  ret void
}
