; As nvcc's own front end writes it: LLVM 7's dialect with typed pointers, DWARF 2, a version with debug numbers,
; variables through llvm.dbg.declare.
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

define void @add_one(i32* %p) !dbg !10 {
entry:
  %slot = alloca i32*, align 8
  store i32* %p, i32** %slot, align 8
  call void @llvm.dbg.declare(metadata i32** %slot, metadata !14, metadata !DIExpression()), !dbg !15
  %there = load i32*, i32** %slot, align 8, !dbg !16
  %old = load i32, i32* %there, align 4, !dbg !16
  %new = add nsw i32 %old, 1, !dbg !16
  store i32 %new, i32* %there, align 4, !dbg !17
  ret void, !dbg !18
}

declare void @llvm.dbg.declare(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!nvvm.annotations = !{!4}
!nvvmir.version = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "a front end", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "add_one.cu", directory: "/src")
!2 = !{i32 2, !"Dwarf Version", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{void (i32*)* @add_one, !"kernel", i32 1}
!5 = !{i32 2, i32 0, i32 3, i32 1}
!10 = distinct !DISubprogram(name: "add_one", linkageName: "add_one", scope: !1, file: !1, line: 1, type: !11, isLocal: false, isDefinition: true, scopeLine: 1, isOptimized: false, unit: !0)
!11 = !DISubroutineType(types: !12)
!12 = !{null, !13}
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64)
!14 = !DILocalVariable(name: "p", arg: 1, scope: !10, file: !1, line: 1, type: !13)
!15 = !DILocation(line: 1, column: 30, scope: !10)
!16 = !DILocation(line: 2, column: 3, scope: !10)
!17 = !DILocation(line: 2, column: 8, scope: !10)
!18 = !DILocation(line: 3, column: 1, scope: !10)
!19 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
