; Code generation makes compares and branches of a switch, never a jump table, unless somebody asks for tables.
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s
; RUN: opencicc %s -arch=sm_90 -O0 -o - | filecheck %s
; RUN: opencicc %s -arch=sm_90 --jump-tables -o - | filecheck %s --check-prefix=TABLES
; RUN: opencicc %s -arch=sm_90 --emit=ll -o - | filecheck %s --check-prefix=IR
; RUN: opencicc %s -arch=sm_90 -Rpass=jump -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: search: remark: a switch of 6 cases becomes compares and branches [-Rpass=no-jump-tables]
; REMARK-NOT: remark

; The optimizer is not told: there the attribute would keep values out of tables.
; IR-NOT: no-jump-tables"="true"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .entry search(
; CHECK-NOT: brx.idx
; TABLES-LABEL: .entry search(
; TABLES: brx.idx
define ptx_kernel void @search(ptr %p, i32 %x) {
  switch i32 %x, label %end [
    i32 0, label %c0
    i32 1, label %c1
    i32 2, label %c2
    i32 3, label %c3
    i32 4, label %c4
    i32 5, label %c5
  ]
c0:
  store volatile i32 3, ptr %p
  br label %end
c1:
  store volatile i32 4, ptr %p
  br label %end
c2:
  store volatile i32 7, ptr %p
  br label %end
c3:
  store volatile i32 12, ptr %p
  br label %end
c4:
  store volatile i32 19, ptr %p
  br label %end
c5:
  store volatile i32 28, ptr %p
  br label %end
end:
  ret void
}

; The function says so itself, and keeps its table.
; CHECK-LABEL: .entry wished(
; CHECK: brx.idx
; TABLES-LABEL: .entry wished(
; TABLES: brx.idx
define ptx_kernel void @wished(ptr %p, i32 %x) "no-jump-tables"="false" {
  switch i32 %x, label %end [
    i32 0, label %c0
    i32 1, label %c1
    i32 2, label %c2
    i32 3, label %c3
    i32 4, label %c4
    i32 5, label %c5
  ]
c0:
  store volatile i32 3, ptr %p
  br label %end
c1:
  store volatile i32 4, ptr %p
  br label %end
c2:
  store volatile i32 7, ptr %p
  br label %end
c3:
  store volatile i32 12, ptr %p
  br label %end
c4:
  store volatile i32 19, ptr %p
  br label %end
c5:
  store volatile i32 28, ptr %p
  br label %end
end:
  ret void
}
