; Full debug information: a compile unit, types, parameters, a local variable that moves between registers, a lexical
; block, and a device function inlined into the kernel with its own source lines.
; ARCH: sm_75+
; OPTION: g
; KERNEL: scale_clamped
; PTX: \.target sm_\d+\w*, debug
; PTX: \.file\s+1 "/src(/|" ")scale\.cu"
; PTX: \.loc\s+1 12
; PTX: \.loc\s+1 4 12
; PTX: \.section\s+\.debug_info
; PTX: \.section\s+\.debug_abbrev
target triple = "nvptx64-nvidia-cuda"

; The source that the line numbers speak of:
;   3  static __device__ float clamp(float v, float limit) {
;   4    return v > limit ? limit : v;
;   5  }
;   7  __global__ void scale_clamped(float *data, float factor, int n) {
;   8    int i = blockIdx.x * blockDim.x + threadIdx.x;
;   9    if (i < n) {
;  10      float v = data[i];
;  11      v = v * factor;
;  12      data[i] = clamp(v, 100.0f);
;  13    }
;  14  }

define internal float @clamp(float %v, float %limit) alwaysinline !dbg !20 {
    #dbg_value(float %v, !23, !DIExpression(), !25)
    #dbg_value(float %limit, !24, !DIExpression(), !25)
  %above = fcmp ogt float %v, %limit, !dbg !26
  %result = select i1 %above, float %limit, float %v, !dbg !26
  ret float %result, !dbg !27
}

define ptx_kernel void @scale_clamped(ptr %data, float %factor, i32 %n) !dbg !10 {
entry:
    #dbg_value(ptr %data, !13, !DIExpression(), !30)
    #dbg_value(float %factor, !14, !DIExpression(), !30)
    #dbg_value(i32 %n, !15, !DIExpression(), !30)
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !31
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !31
  %base = mul i32 %ctaid, %ntid, !dbg !31
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !31
  %i = add i32 %base, %tid, !dbg !31
    #dbg_value(i32 %i, !16, !DIExpression(), !30)
  %inside = icmp slt i32 %i, %n, !dbg !32
  br i1 %inside, label %body, label %exit, !dbg !33

body:
  %index = sext i32 %i to i64, !dbg !34
  %slot = getelementptr inbounds float, ptr %data, i64 %index, !dbg !34
  %value = load float, ptr %slot, align 4, !dbg !34
    #dbg_value(float %value, !18, !DIExpression(), !35)
  %scaled = fmul float %value, %factor, !dbg !36
    #dbg_value(float %scaled, !18, !DIExpression(), !35)
  %clamped = call float @clamp(float %scaled, float 100.0), !dbg !37
  store float %clamped, ptr %slot, align 4, !dbg !38
  br label %exit, !dbg !39

exit:
  ret void, !dbg !40
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "opencicc examples", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "scale.cu", directory: "/src")
!2 = !{i32 2, !"Dwarf Version", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!7 = !DISubroutineType(types: !8)
!8 = !{null, !6, !4, !5}
!10 = distinct !DISubprogram(name: "scale_clamped", linkageName: "scale_clamped", scope: !1, file: !1, line: 7, type: !7, scopeLine: 7, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !12)
!12 = !{!13, !14, !15, !16}
!13 = !DILocalVariable(name: "data", arg: 1, scope: !10, file: !1, line: 7, type: !6)
!14 = !DILocalVariable(name: "factor", arg: 2, scope: !10, file: !1, line: 7, type: !4)
!15 = !DILocalVariable(name: "n", arg: 3, scope: !10, file: !1, line: 7, type: !5)
!16 = !DILocalVariable(name: "i", scope: !10, file: !1, line: 8, type: !5)
!17 = distinct !DILexicalBlock(scope: !10, file: !1, line: 9, column: 14)
!18 = !DILocalVariable(name: "v", scope: !17, file: !1, line: 10, type: !4)
!20 = distinct !DISubprogram(name: "clamp", scope: !1, file: !1, line: 3, type: !21, scopeLine: 3, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !28)
!21 = !DISubroutineType(types: !22)
!22 = !{!4, !4, !4}
!23 = !DILocalVariable(name: "v", arg: 1, scope: !20, file: !1, line: 3, type: !4)
!24 = !DILocalVariable(name: "limit", arg: 2, scope: !20, file: !1, line: 3, type: !4)
!25 = !DILocation(line: 3, column: 1, scope: !20)
!26 = !DILocation(line: 4, column: 12, scope: !20)
!27 = !DILocation(line: 4, column: 3, scope: !20)
!28 = !{!23, !24}
!30 = !DILocation(line: 7, column: 1, scope: !10)
!31 = !DILocation(line: 8, column: 11, scope: !10)
!32 = !DILocation(line: 9, column: 9, scope: !10)
!33 = !DILocation(line: 9, column: 7, scope: !10)
!34 = !DILocation(line: 10, column: 15, scope: !17)
!35 = !DILocation(line: 10, column: 11, scope: !17)
!36 = !DILocation(line: 11, column: 11, scope: !17)
!37 = !DILocation(line: 12, column: 15, scope: !17)
!38 = !DILocation(line: 12, column: 13, scope: !17)
!39 = !DILocation(line: 13, column: 3, scope: !17)
!40 = !DILocation(line: 14, column: 1, scope: !10)
