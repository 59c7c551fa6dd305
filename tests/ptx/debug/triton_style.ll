; As Triton hands a kernel over: line tables only, one unit, launch bounds, no variables.
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

define ptx_kernel void @add_kernel(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %out, i32 %n) #0 !dbg !4 {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !7
  %first = shl i32 %block, 7, !dbg !8
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !9
  %i = or disjoint i32 %first, %thread, !dbg !9
  %inside = icmp slt i32 %i, %n, !dbg !10
  br i1 %inside, label %work, label %end, !dbg !10

work:
  %wide = sext i32 %i to i64, !dbg !11
  %xp = getelementptr float, ptr addrspace(1) %x, i64 %wide, !dbg !11
  %xv = load float, ptr addrspace(1) %xp, align 4, !dbg !11
  %yp = getelementptr float, ptr addrspace(1) %y, i64 %wide, !dbg !12
  %yv = load float, ptr addrspace(1) %yp, align 4, !dbg !12
  %sum = fadd float %xv, %yv, !dbg !13
  %op = getelementptr float, ptr addrspace(1) %out, i64 %wide, !dbg !14
  store float %sum, ptr addrspace(1) %op, align 4, !dbg !14
  br label %end, !dbg !14

end:
  ret void, !dbg !15
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { "nvvm.reqntid"="128" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "add.py", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = distinct !DISubprogram(name: "add_kernel", linkageName: "add_kernel", scope: !1, file: !1, line: 5, type: !5, scopeLine: 5, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{}
!7 = !DILocation(line: 6, column: 24, scope: !4)
!8 = !DILocation(line: 7, column: 20, scope: !4)
!9 = !DILocation(line: 7, column: 41, scope: !4)
!10 = !DILocation(line: 8, column: 21, scope: !4)
!11 = !DILocation(line: 9, column: 16, scope: !4)
!12 = !DILocation(line: 10, column: 16, scope: !4)
!13 = !DILocation(line: 11, column: 15, scope: !4)
!14 = !DILocation(line: 12, column: 26, scope: !4)
!15 = !DILocation(line: 12, column: 4, scope: !4)
