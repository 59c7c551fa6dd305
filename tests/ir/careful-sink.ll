; What code generation moves down, seen in the PTX. Needs the native helper: without it LLVM's own sinking runs.
; RUN: opencicc opt %s --passes=careful-sink -careful-sink-from=0 | filecheck %s --check-prefix=MARK
; RUN: opencicc opt %s --passes=careful-sink -careful-sink-from=0 -careful-sink-to=1 | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s --passes=careful-sink | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=ON
; RUN: opencicc opt %s -O3 -careful-sink=0 --print-pipeline-passes | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=careful-sink -careful-sink-from=0 -careful-sink-chains=0 | filecheck %s --check-prefix=SINGLE
; SINGLE: "opencicc-skips"="machine-sink-chains,machine-sink"
; MARK: define ptx_kernel void @chosen({{.*}} #[[MARKED:[0-9]+]]
; MARK: define void @straight({{[^#]*}} {
; MARK: attributes #[[MARKED]] = { {{.*}}"opencicc-skips"="machine-sink"
; ON: careful-sink
; OFF-NOT: careful-sink
; NONE-NOT: opencicc-skips
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @chosen(ptr %in, ptr %out, i1 %c) {
entry:
  %x = load volatile i32, ptr %in
  %y = load volatile i32, ptr %in
  %sum = add i32 %x, %y
  br i1 %c, label %side, label %done
side:
  store i32 %sum, ptr %out
  br label %done
done:
  ret void
}

; Nothing to move to.
define void @straight(ptr %out, i32 %x) {
  %y = add i32 %x, 1
  store i32 %y, ptr %out
  ret void
}
