; The slots no-inline-b and no-inline-c take the inliner's steps out of the pipeline; no-inline-a is the always-inliner's.
; RUN: opencicc opt --print-pipeline-passes -O3 | filecheck %s --check-prefix=ON
; RUN: opencicc opt --print-pipeline-passes -O3 -opt "-no-inline-b=1" | filecheck %s --check-prefix=OFF
; RUN: opencicc opt --print-pipeline-passes -O3 -opt "-no-inline-a=0" | filecheck %s --check-prefix=MUST
; RUN: opencicc opt %s -O3 -opt "-no-inline-b=1" | filecheck %s --check-prefix=CALL
; RUN: opencicc opt %s -O3 | filecheck %s --check-prefix=NOCALL
; RUN: opencicc opt %s -O3 -inline-model=C | filecheck %s --check-prefix=NOCALL
target triple = "nvptx64-nvidia-cuda"

; ON: inline<iterations=
; OFF-NOT: inline<iterations=
; OFF-NOT: always-inline
; MUST: always-inline
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
