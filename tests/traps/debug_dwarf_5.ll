; DWARF 5 with the source text embedded: PTX knows neither.
; Stock LLVM 22.1: PTX that ptxas refuses.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) !dbg !4 {
  store i32 1, ptr addrspace(1) %p, !dbg !6
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1, !5}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.c", directory: "/", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000", source: "int x;")
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "k", file: !2, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{i32 7, !"Dwarf Version", i32 5}
!6 = !DILocation(line: 3, column: 1, scope: !4)
