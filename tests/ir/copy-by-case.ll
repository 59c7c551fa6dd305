; RUN: opencicc opt %s --passes=copy-by-case | filecheck %s
; RUN: opencicc opt %s --passes=copy-by-case --copy-by-case=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=copy-by-case,sroa,instcombine | filecheck %s --check-prefix=SROA
; RUN: opencicc opt %s --passes=copy-by-case -Rpass=copy-by-case -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK-DAG: element_or_local: remark: copies a struct on each way instead of from an address that they choose [-Rpass=copy-by-case]
; REMARK-DAG: element_or_parameter: remark:
; REMARK-NOT: remark:

target triple = "nvptx64-nvidia-cuda"
%pair = type { float, float }
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
declare void @write()

; `inside ? elements[i] : local`: the copy is made on both ways, and then nothing is left on the stack.
; CHECK-LABEL: @element_or_local(
; CHECK: yes:
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 4 %to, ptr align 4 %element, i64 8, i1 false)
; CHECK: no:
; CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr align 4 %to, ptr align 4 %local, i64 8, i1 false)
; CHECK: meet:
; CHECK-NOT: memcpy
; CHECK: ret float
; OFF-LABEL: @element_or_local(
; OFF: meet:
; OFF: call void @llvm.memcpy
; SROA-LABEL: @element_or_local(
; SROA-NOT: alloca
; SROA: ret float
define float @element_or_local(ptr %elements, i64 %i, i1 %inside, float %x) {
  %to = alloca %pair, align 4
  %local = alloca %pair, align 4
  store float %x, ptr %local, align 4
  br i1 %inside, label %yes, label %no
yes:
  %element = getelementptr %pair, ptr %elements, i64 %i
  br label %meet
no:
  br label %meet
meet:
  %from = phi ptr [ %element, %yes ], [ %local, %no ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
  %r = load float, ptr %to, align 4
  ret float %r
}

; A struct parameter is a stack object as soon as its function is inlined: it is read at the beginning, and no load on
; the ways is left that could become one from a chosen address again.
; CHECK-LABEL: @element_or_parameter(
; CHECK: %given.kept = alloca %pair, align 4
; CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr align 4 %given.kept, ptr align 4 %given, i64 8
; CHECK: no:
; CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr align 4 %to, ptr align 4 %given.kept, i64 8
; CHECK: meet:
; CHECK-NOT: memcpy
; CHECK: ret void
define void @element_or_parameter(ptr %to, ptr %elements, i64 %i, i1 %inside, ptr byval(%pair) %given) {
  br i1 %inside, label %yes, label %no
yes:
  %element = getelementptr %pair, ptr %elements, i64 %i
  br label %meet
no:
  br label %meet
meet:
  %from = phi ptr [ %element, %yes ], [ %given, %no ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
  ret void
}

; One that is written to may be another struct by the time of the copy.
; CHECK-LABEL: @written_parameter(
; CHECK: meet:
; CHECK: call void @llvm.memcpy
define void @written_parameter(ptr %to, ptr %elements, i64 %i, i1 %inside, ptr byval(%pair) %given) {
  br i1 %inside, label %yes, label %no
yes:
  %element = getelementptr %pair, ptr %elements, i64 %i
  br label %meet
no:
  store float 1.0, ptr %given
  br label %meet
meet:
  %from = phi ptr [ %element, %yes ], [ %given, %no ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
  ret void
}

; Two elements of somebody's arrays: nothing is on the stack, the choice stays.
; CHECK-LABEL: @two_elements(
; CHECK: meet:
; CHECK: call void @llvm.memcpy
define void @two_elements(ptr %to, ptr %elements, ptr %others, i64 %i, i1 %inside) {
  br i1 %inside, label %yes, label %no
yes:
  %element = getelementptr %pair, ptr %elements, i64 %i
  br label %meet
no:
  br label %meet
meet:
  %from = phi ptr [ %element, %yes ], [ %others, %no ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
  ret void
}

; What stands in front of the copy may write to what is copied.
; CHECK-LABEL: @written_before(
; CHECK: meet:
; CHECK: call void @write()
; CHECK-NEXT: call void @llvm.memcpy
define void @written_before(ptr %to, ptr %elements, i1 %inside) {
  %local = alloca %pair, align 4
  store float 1.0, ptr %local, align 4
  br i1 %inside, label %yes, label %no
yes:
  br label %meet
no:
  br label %meet
meet:
  %from = phi ptr [ %elements, %yes ], [ %local, %no ]
  call void @write()
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
  ret void
}

; A way that also leads elsewhere would copy for nothing, and perhaps from where nothing is.
; CHECK-LABEL: @leads_elsewhere(
; CHECK: meet:
; CHECK: call void @llvm.memcpy
define void @leads_elsewhere(ptr %to, ptr %elements, i1 %inside, i1 %more) {
entry:
  %local = alloca %pair, align 4
  store float 1.0, ptr %local, align 4
  br i1 %inside, label %yes, label %meet
yes:
  br i1 %more, label %meet, label %end
meet:
  %from = phi ptr [ %elements, %yes ], [ %local, %entry ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
  br label %end
end:
  ret void
}

; A volatile copy is made once, where it stands.
; CHECK-LABEL: @volatile_copy(
; CHECK: meet:
; CHECK: call void @llvm.memcpy
define void @volatile_copy(ptr %to, ptr %elements, i1 %inside) {
  %local = alloca %pair, align 4
  store float 1.0, ptr %local, align 4
  br i1 %inside, label %yes, label %no
yes:
  br label %meet
no:
  br label %meet
meet:
  %from = phi ptr [ %elements, %yes ], [ %local, %no ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 true)
  ret void
}

; A length that is chosen too is known where the ways meet, not before.
; CHECK-LABEL: @chosen_length(
; CHECK: meet:
; CHECK: call void @llvm.memcpy
define void @chosen_length(ptr %to, ptr %elements, i1 %inside) {
  %local = alloca [2 x %pair], align 4
  store float 1.0, ptr %local, align 4
  br i1 %inside, label %yes, label %no
yes:
  br label %meet
no:
  br label %meet
meet:
  %from = phi ptr [ %elements, %yes ], [ %local, %no ]
  %length = phi i64 [ 8, %yes ], [ 16, %no ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 %length, i1 false)
  ret void
}

; More than the parameter has is read where nobody chose it, or never: not at the function's beginning.
; CHECK-LABEL: @larger_than_the_parameter(
; CHECK-NOT: alloca
; CHECK: meet:
; CHECK: call void @llvm.memcpy
define void @larger_than_the_parameter(ptr %to, ptr %elements, ptr byval(%pair) align 4 %border, i1 %inside) {
  br i1 %inside, label %yes, label %no
yes:
  br label %meet
no:
  br label %meet
meet:
  %from = phi ptr [ %elements, %yes ], [ %border, %no ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 64, i1 false)
  ret void
}

; A copy to another memory does not fit a stack object.
; CHECK-LABEL: @to_global_memory(
; CHECK-NOT: alloca
; CHECK: meet:
; CHECK: call void @llvm.memcpy
define void @to_global_memory(ptr addrspace(1) %to, ptr %elements, ptr byval(%pair) align 4 %border, i1 %inside) {
  br i1 %inside, label %yes, label %no
yes:
  br label %meet
no:
  br label %meet
meet:
  %from = phi ptr [ %elements, %yes ], [ %border, %no ]
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %to, ptr align 4 %from, i64 8, i1 false)
  ret void
}

; How the chosen address is aligned says nothing of a parameter that nobody may choose.
; CHECK-LABEL: @less_aligned(
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 8 %border.kept, ptr align 4 %border, i64 8, i1 false)
; CHECK: no:
; CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr align 8 %to, ptr align 8 %border.kept, i64 8
define void @less_aligned(ptr %to, ptr %elements, ptr byval(%pair) align 4 %border, i1 %inside) {
  br i1 %inside, label %yes, label %no
yes:
  br label %meet
no:
  br label %meet
meet:
  %from = phi ptr [ %elements, %yes ], [ %border, %no ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 8, i1 false)
  ret void
}
