; -lineinfo on a module that has line directives only: it stays so, no debug sections come in. (LLVM writes an empty
; .debug_macinfo whenever there are line numbers.) A module with full debug information is stripped to line tables.
; RUN: opencicc %s -arch=sm_90 -lineinfo -o - | filecheck %s --check-prefix=DIRECTIVES
; RUN: opencicc %S/../../examples/ir/debug_info.ll -arch=sm_90 -lineinfo -o - | filecheck %s --check-prefix=STRIPPED
target triple = "nvptx64-nvidia-cuda"

; DIRECTIVES: .target sm_90
; DIRECTIVES-NOT: debug
; DIRECTIVES: .loc 1 3 7
; DIRECTIVES-NOT: .section .debug_{{info|abbrev|line|str}}

; STRIPPED: .target sm_90, debug
; STRIPPED: .loc
; STRIPPED: .section .debug_info

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
