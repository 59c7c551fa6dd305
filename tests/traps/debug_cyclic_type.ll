; A type that is a typedef of itself.
; Stock LLVM 22.1: PTX.
; ARCH: sm_90
; EXPECT: ptx or error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) !dbg !4 {
    #dbg_value(ptr addrspace(1) %p, !7, !DIExpression(), !6)
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
!6 = !DILocation(line: 3, column: 1, scope: !4)
!7 = !DILocalVariable(name: "p", arg: 1, scope: !4, file: !2, type: !8)
!8 = distinct !DIDerivedType(tag: DW_TAG_typedef, name: "t", file: !2, baseType: !9)
!9 = distinct !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
