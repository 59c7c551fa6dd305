; RUN: opencicc opt %s --passes=memory-space-opt -o %t 2>&1 | filecheck %s
; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' -o %t 2>&1 | filecheck %s --check-prefix=NONE --allow-empty
; RUN: opencicc opt %s --passes=memory-space-opt -Wno-memory-space -o %t 2>&1 | filecheck %s --check-prefix=NONE --allow-empty
; RUN: opencicc opt %s -O3 -o %t 2>&1 | filecheck %s --check-prefix=ONCE
; NONE-NOT: Cannot
; ONCE: Cannot do atomic operation on const memory
; ONCE-NOT: Cannot do atomic operation on const memory
target triple = "nvptx64-nvidia-cuda"

@c = internal addrspace(4) constant [4 x i32] zeroinitializer
@s = internal addrspace(3) global [4 x i32] poison

; CHECK: warning: wrong.cu:3:7: Cannot do atomic operation on const memory
; CHECK: warning: wrong.cu:4:7: Cannot do atomic on local memory
; CHECK: warning: wrong.cu:5:7: Cannot store to constant memory
; CHECK: warning: wrong.cu:6:7: Cannot do vector atomic on shared memory
; CHECK-NOT: Cannot
define ptx_kernel void @wrong(ptr %out, i64 %i) !dbg !4 {
  %x = alloca i32
  %at = getelementptr i32, ptr addrspacecast (ptr addrspace(4) @c to ptr), i64 %i
  %a = atomicrmw add ptr %at, i32 1 monotonic, !dbg !7
  %b = atomicrmw add ptr %x, i32 1 monotonic, !dbg !8
  store i32 %a, ptr %at, !dbg !9
  %v = atomicrmw fadd ptr addrspacecast (ptr addrspace(3) @s to ptr), <2 x float> zeroinitializer monotonic, !dbg !10
  %ok = atomicrmw add ptr %out, i32 1 monotonic, !dbg !10
  %too = atomicrmw add ptr addrspace(3) @s, i32 1 monotonic, !dbg !10
  store i32 %b, ptr %out, !dbg !10
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "wrong.cu", directory: "")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "wrong", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 3, column: 7, scope: !4)
!8 = !DILocation(line: 4, column: 7, scope: !4)
!9 = !DILocation(line: 5, column: 7, scope: !4)
!10 = !DILocation(line: 6, column: 7, scope: !4)
