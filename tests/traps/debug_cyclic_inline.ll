; Two source locations inlined into each other: whoever follows the chain never ends.
; Stock LLVM 22.1: opt: never ends.
; ARCH: sm_90
; EXPECT: slow
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) !dbg !4 {
  store i32 1, ptr addrspace(1) %p, !dbg !6
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "k", file: !2, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DILocation(line: 3, column: 1, scope: !4, inlinedAt: !7)
!7 = distinct !DILocation(line: 4, column: 1, scope: !4, inlinedAt: !6)
