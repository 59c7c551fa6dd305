; Calls through pointers get a remark, once for each that is left; a pointer that turns out to be a known function gets none.
; RUN: opencicc %s -O3 -Rpass-missed=inline -o /dev/null 2>&1 | filecheck %s
; RUN: opencicc %s -O1 -inline-model=C -Rpass-missed=inline -o /dev/null 2>&1 | filecheck %s
; RUN: opencicc opt %s --passes=inline,inline -Rpass-missed=inline -o /dev/null 2>&1 | filecheck %s
; RUN: opencicc %s -O3 -inline-info -o /dev/null 2>&1 | filecheck %s --check-prefix=TABLE
; RUN: opencicc %s -O3 -o /dev/null --remarks=- | filecheck %s --check-prefix=YAML
; RUN: opencicc %s -O0 -Rpass-missed=inline -o /dev/null 2>&1 | filecheck %s --check-prefix=NONE --allow-empty
; RUN: opencicc opt %s --passes=instcombine -Rpass-missed=inline -o /dev/null 2>&1 | filecheck %s --check-prefix=NONE --allow-empty
target triple = "nvptx64-nvidia-cuda"

; CHECK: k.cu:7:3: remark: missed: indirect call in 'k' [-Rpass-missed=inline]
; CHECK-NEXT: k.cu:9:3: remark: missed: indirect call in 'k' [-Rpass-missed=inline]
; CHECK-NOT: indirect
; TABLE: k: 0 of 2 calls inlined
; TABLE: (indirect){{ +}}no{{ +}}-{{ +}}0{{ +}}-{{ +}}indirect call
; TABLE: (indirect){{ +}}no{{ +}}-{{ +}}0{{ +}}-{{ +}}indirect call
; TABLE-NOT: indirect
; YAML: --- !Missed
; YAML: Pass: 'inline'
; YAML: Name: 'IndirectCall'
; YAML: DebugLoc: { File: 'k.cu', Line: 7, Column: 3 }
; YAML: - Reason: 'indirect call'
; NONE-NOT: indirect
define i32 @leaf(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}

define internal i32 @apply(ptr %f, i32 %x) {
  %y = call i32 %f(i32 %x)
  ret i32 %y
}

define ptx_kernel void @known(ptr %p, i32 %n) {
  %a = call i32 @apply(ptr @leaf, i32 %n)
  store i32 %a, ptr %p
  ret void
}

; The copies of an unrolled loop share a place in the source: one remark.
define ptx_kernel void @k(ptr %p, ptr %table, i32 %n) !dbg !3 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = getelementptr ptr, ptr %table, i32 %i
  %f = load ptr, ptr %s
  %a = call i32 %f(i32 %i), !dbg !5
  store i32 %a, ptr %p
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 4
  br i1 %more, label %loop, label %done, !llvm.loop !6
done:
  %g = load ptr, ptr %table
  %b = call i32 %g(i32 %n), !dbg !8
  store i32 %b, ptr %p
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "k.cu", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", file: !1, line: 3, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 7, column: 3, scope: !3)
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.unroll.full"}
!8 = !DILocation(line: 9, column: 3, scope: !3)
