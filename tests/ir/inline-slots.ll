; Each slot leaves out the inliner that the slot table names, and no other, whichever model is chosen: no-inline-a (19, on by
; default) the always-inliner in front of the tiers, no-inline-b (21) that one and the tiers' own, no-inline-c (23) the tiers'
; own. The inliners inside the standard pipelines stay; -disable-inlining is for them.
; RUN: opencicc opt --print-pipeline-passes -O3 | filecheck %s --check-prefixes=STANDARD,TIERS,NOMUST
; RUN: opencicc opt --print-pipeline-passes -O3 -opt "-no-inline-a=0" | filecheck %s --check-prefixes=STANDARD,TIERS,MUST
; RUN: opencicc opt --print-pipeline-passes -O3 -opt "-no-inline-a=0 -no-inline-b=1" | filecheck %s --check-prefixes=STANDARD,NOTIERS,NOMUST
; RUN: opencicc opt --print-pipeline-passes -O3 -opt "-no-inline-a=0 -no-inline-c=1" | filecheck %s --check-prefixes=STANDARD,NOTIERS,MUST
; RUN: opencicc opt --print-pipeline-passes -O2 -inline-model=B -opt "-no-inline-b=1" | filecheck %s --check-prefixes=STANDARD,NOTIERS,NOMUST
; RUN: opencicc opt --print-pipeline-passes -O3 -inline-model=B -opt "-no-inline-a=1" | filecheck %s --check-prefixes=STANDARD,TIERS,NOMUST
; RUN: opencicc opt --print-pipeline-passes -O3 -inline-model=C -opt "-no-inline-a=0 -no-inline-c=1" | filecheck %s --check-prefixes=STANDARD,NOTIERS,MUST
; RUN: opencicc opt %s -O3 | filecheck %s --check-prefix=NOCALL
; RUN: opencicc opt %s -O3 -inline-model=C | filecheck %s --check-prefix=NOCALL
; RUN: opencicc opt %s -O3 -opt "-no-inline-b=1" | filecheck %s --check-prefix=NOCALL
; RUN: opencicc opt %s -O3 -disable-inlining | filecheck %s --check-prefix=CALL
target triple = "nvptx64-nvidia-cuda"

; MUST: ,always-inline,
; NOMUST-NOT: always-inline
; STANDARD: ,inline<iterations=1>,
; TIERS: ,inline,
; NOTIERS-NOT: {{,inline,}}
define i32 @leaf(i32 %x) {
  %a = mul i32 %x, %x
  %b = add i32 %a, %x
  ret i32 %b
}

; CALL-LABEL: @k(
; CALL: call {{.*}}@leaf(
; NOCALL-LABEL: @k(
; NOCALL-NOT: call {{.*}}@leaf(
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @leaf(i32 %n)
  store i32 %a, ptr %p
  ret void
}
