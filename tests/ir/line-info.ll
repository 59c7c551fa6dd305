; Without -g no debug mark and no sections, whatever the module says; -lineinfo keeps .loc and .file. -g changes nothing.
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=NOTHING
; RUN: opencicc %S/../../examples/ir/debug_info.ll -arch=sm_90 -o - | filecheck %s --check-prefix=NOTHING
; RUN: opencicc %s -arch=sm_90 -lineinfo -o - | filecheck %s --check-prefix=LINES
; RUN: opencicc %S/../../examples/ir/debug_info.ll -arch=sm_90 -lineinfo -o - | filecheck %s --check-prefix=STRIPPED
; RUN: opencicc %S/../../examples/ir/debug_info.ll -arch=sm_90 -g -o - | filecheck %s --check-prefix=KEPT
; The passes still see lines: remarks name them, and IR keeps its metadata.
; RUN: opencicc %s -arch=sm_90 --emit=ll -o - | filecheck %s --check-prefix=IR
; IR: !DICompileUnit
target triple = "nvptx64-nvidia-cuda"

; NOTHING: .target sm_90{{$}}
; NOTHING-NOT: {{[.](loc|file|section)}}

; LINES: .target sm_90{{$}}
; LINES: .loc 1 3 7
; LINES: .file 1 "/src/k.cu"
; LINES-NOT: .section

; STRIPPED: .target sm_90{{$}}
; STRIPPED-NOT: {{L__(tmp|func)}}
; STRIPPED: .loc 1 8 11
; STRIPPED: .file
; STRIPPED-NOT: .section

; KEPT: .target sm_90, debug
; KEPT: .loc
; KEPT: .section .debug_info

define ptx_kernel void @k(ptr %p) !dbg !4 {
  store i32 1, ptr %p, !dbg !6
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, isOptimized: true, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 2}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!5 = !DISubroutineType(types: !{})
!6 = !DILocation(line: 3, column: 7, scope: !4)
