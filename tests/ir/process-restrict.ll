; RUN: opencicc opt %s --passes=process-restrict | filecheck %s
; RUN: opencicc opt %s --passes=process-restrict -allow-restrict-in-struct | filecheck %s --check-prefix=STRUCT
; RUN: opencicc opt %s --passes=process-restrict -apply-multi-level-restrict | filecheck %s --check-prefix=LEVELS
; RUN: opencicc opt %s --passes=process-restrict -kernel-params-are-restrict | filecheck %s --check-prefix=PARAMS
; RUN: opencicc opt %s --passes=process-restrict -dump-process-restrict -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; RUN: opencicc opt %s --passes='process-restrict,process-restrict' | filecheck %s
; RUN: opencicc opt %s --passes='process-restrict<propagate-only>' | filecheck %s --check-prefix=ONLY
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s -O3 -process-restrict --print-pipeline-passes | filecheck %s --check-prefix=ON
; RUN: opencicc %s -O3 -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -O3 -arch=sm_90 -allow-restrict-in-struct -o - | filecheck %s --check-prefix=NC
; RUN: opencicc %s -O3 -arch=sm_90 -restrict -o - | filecheck %s --check-prefix=ALLNC
; OFF-NOT: process-restrict
; ON: process-restrict
; DUMP: two: 2 restrict pointers: b, a
target triple = "nvptx64-nvidia-cuda"

%pair = type { ptr, ptr }

; CHECK-LABEL: @two(
; CHECK: load float, ptr %b, {{.*}}!alias.scope ![[B:[0-9]+]], !noalias ![[A:[0-9]+]]
; CHECK: store float %v, ptr %a, {{.*}}!alias.scope ![[A]], !noalias ![[B]]
; A pointer without the promise is not where theirs are.
; CHECK: store float %v, ptr %c, {{.*}}!noalias ![[BOTH:[0-9]+]]
; One of two: both scopes, and no promise about them.
; CHECK: load float, ptr %either, {{.*}}!alias.scope ![[BOTH]]
; CHECK-NOT: noalias
; CHECK: ret void
define void @two(ptr noalias %a, ptr noalias %b, ptr %c, i1 %t) {
  %v = load float, ptr %b
  store float %v, ptr %a
  store float %v, ptr %c
  %either = select i1 %t, ptr %a, ptr %b
  %w = load float, ptr %either
  ret void
}

; A pointer of unknown origin may be any.
; CHECK-LABEL: @unknown(
; CHECK: store float %v, ptr %p, align 4{{$}}
define void @unknown(ptr noalias %a, i64 %n) {
  %v = load float, ptr %a
  %p = inttoptr i64 %n to ptr
  store float %v, ptr %p
  ret void
}

; CHECK-LABEL: @fields(
; CHECK-NOT: !alias.scope
; CHECK: ret void
; STRUCT-LABEL: @fields(
; STRUCT: %v = load float, ptr %in.at, {{.*}}!invariant.load {{.*}}!alias.scope ![[IN:[0-9]+]], !noalias ![[OUT:[0-9]+]]
; STRUCT: store float %v, ptr %out.at, {{.*}}!alias.scope ![[OUT]], !noalias ![[IN]]
; PTX-LABEL: .entry fields(
; PTX-NOT: ld.global.nc
; PTX: ret;
; NC-LABEL: .entry fields(
; NC: ld.global.nc
define ptx_kernel void @fields(ptr byval(%pair) %s, i64 %i) {
  %second = getelementptr %pair, ptr %s, i64 0, i32 1
  %out = load ptr, ptr %s
  %in = load ptr, ptr %second
  %in.at = getelementptr float, ptr %in, i64 %i
  %out.at = getelementptr float, ptr %out, i64 %i
  %v = load float, ptr %in.at
  store float %v, ptr %out.at
  ret void
}

; What is written through is not read-only, whoever promises what.
; STRUCT-LABEL: @both_ways(
; STRUCT-NOT: !invariant.load
; STRUCT: ret void
define ptx_kernel void @both_ways(ptr byval(%pair) %s) {
  %p = load ptr, ptr %s
  %v = load float, ptr %p
  %w = fadd float %v, 1.0
  store float %w, ptr %p
  ret void
}

; A second level: rows of a restrict table are apart from everything else.
; LEVELS-LABEL: @rows(
; LEVELS: store float 1.0{{.*}}, ptr %row, {{.*}}!alias.scope ![[ROW:[0-9]+]], !noalias
; CHECK-LABEL: @rows(
; CHECK: store float 1.0{{.*}}, ptr %row, align 4{{$}}
define void @rows(ptr noalias %table, i64 %i) {
  %at = getelementptr ptr, ptr %table, i64 %i
  %row = load ptr, ptr %at
  store float 1.0, ptr %row
  ret void
}

; PARAMS-LABEL: define ptx_kernel void @plain(ptr noalias %in, ptr noalias %out)
; ALLNC-LABEL: .entry plain(
; ALLNC: ld.global.nc
; PTX-LABEL: .entry plain(
; PTX-NOT: ld.global.nc
; PTX: ret;
define ptx_kernel void @plain(ptr %in, ptr %out) {
  %v = load float, ptr %in
  store float %v, ptr %out
  ret void
}

; Carried on to accesses that came later; scopes of other domains end with the body they were inlined from.
; ONLY-LABEL: @later(
; ONLY: store float 1.0{{.*}}!alias.scope ![[OWN:[0-9]+]], !noalias
; ONLY: store float 2.0{{.*}}!alias.scope ![[OWN]], !noalias
; ONLY: store float 3.0{{.*}}!alias.scope
; ONLY: store float 4.0{{.*}}, ptr %b.at, align 4{{$}}
define void @later(ptr noalias %a, ptr %b) {
  store float 1.0, ptr %a, !alias.scope !3, !noalias !4
  %a.at = getelementptr float, ptr %a, i64 1
  store float 2.0, ptr %a.at
  store float 3.0, ptr %b, !alias.scope !7
  %b.at = getelementptr float, ptr %b, i64 1
  store float 4.0, ptr %b.at
  ret void
}

!0 = distinct !{!0, !"restrict later"}
!1 = distinct !{!1, !0, !"a"}
!2 = distinct !{!2, !0, !"c"}
!3 = !{!1}
!4 = !{!2}
!5 = distinct !{!5, !"inlined"}
!6 = distinct !{!6, !5, !"p"}
!7 = !{!6}
