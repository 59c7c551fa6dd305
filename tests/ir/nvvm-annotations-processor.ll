; Both dialects say the same of a kernel, and no two directives contradict each other.
; RUN: opencicc opt %s --passes=nvvm-annotations-processor | filecheck %s
; RUN: opencicc opt %s -O0 -o - 2>&1 | filecheck %s --check-prefix=WARN
; RUN: opencicc %s -O0 -arch=sm_90 -w -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -O3 -arch=sm_90 -w -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -Ofast-compile=max -arch=sm_90 -w -o - | filecheck %s --check-prefix=PTX
; WARN: warning: function zero: "nvvm.maxnreg" is zero, taken as no bound
; WARN: warning: function beyond: "nvvm.reqntid"="256" is beyond "nvvm.maxntid"="128", which is left out
target triple = "nvptx64-nvidia-cuda"

; The reader's own rows.
; PTX-LABEL: .entry rows(
; PTX: .maxntid 64, 2
; PTX: .minnctapersm 3
; PTX: .maxnreg 40
define void @rows(ptr byval(i64) %p) {
  ret void
}
; PTX-LABEL: .entry cluster(
; PTX: .reqntid 32, 1, 2
; PTX: .reqnctapercluster 2, 1, 1
; PTX-NOT: .maxclusterrank
define void @cluster() {
  ret void
}
; What it leaves.
; CHECK: define ptx_kernel void @left() [[LEFT:#[0-9]+]]
; PTX-LABEL: .entry left(
; PTX: .reqntid 96
; PTX: .minnctapersm 2
define ptx_kernel void @left() {
  ret void
}
; CHECK: define ptx_kernel void @attributes() [[ATTRIBUTES:#[0-9]+]]
; PTX-LABEL: .entry attributes(
; PTX: .reqntid 64
; PTX-NOT: .maxntid
define ptx_kernel void @attributes() "nvvm.maxntid"="128" "nvvm.reqntid"="64" {
  ret void
}
; PTX-LABEL: .entry zero(
; PTX-NOT: .maxnreg
define ptx_kernel void @zero() "nvvm.maxnreg"="0" {
  ret void
}
; PTX-LABEL: .entry beyond(
; PTX: .reqntid 256
define ptx_kernel void @beyond() "nvvm.maxntid"="128" "nvvm.reqntid"="256" {
  ret void
}
; Nothing to settle: as it was.
; CHECK: define ptx_kernel void @plain() [[PLAIN:#[0-9]+]]
define ptx_kernel void @plain() "nvvm.maxntid"="128" "nvvm.minctasm"="4" {
  ret void
}
; CHECK-DAG: attributes [[LEFT]] = { "nvvm.minctasm"="2" "nvvm.reqntid"="96" }
; CHECK-DAG: attributes [[ATTRIBUTES]] = { "nvvm.reqntid"="64" }
; CHECK-DAG: attributes [[PLAIN]] = { "nvvm.maxntid"="128" "nvvm.minctasm"="4" }
!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !{ptr @rows, !"kernel", i32 1, !"maxntidx", i32 64, !"maxntidy", i32 2, !"minctasm", i32 3, !"maxnreg", i32 40}
!1 = !{ptr @rows, !"grid_constant", !10}
!10 = !{i32 1}
!2 = !{ptr @cluster, !"kernel", i32 1}
!3 = !{ptr @cluster, !"reqntidx", i32 32, !"reqntidz", i32 2}
!4 = !{ptr @cluster, !"cluster_dim_x", i32 2, !"cluster_dim_y", i32 1, !"cluster_dim_z", i32 1, !"cluster_max_blocks", i32 8}
!5 = !{ptr @left, !"reqntid", i32 96, !"minnctapersm", i32 2, !"something", i32 7}
!6 = !{null, !"kernel", i32 1}
