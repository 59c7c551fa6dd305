; RUN: opencicc opt %s "--passes=lower-aggr-copies<values>" | filecheck %s
; RUN: opencicc opt %s "--passes=lower-aggr-copies<values>" --max-aggr-copy-size=16 | filecheck %s --check-prefix=SMALL
; RUN: opencicc opt %s "--passes=lower-aggr-copies<values>" --lower-aggr-unrolled-stores-limit=3 | filecheck %s --check-prefix=SMALL

target triple = "nvptx64-nvidia-cuda"
%four = type { float, float, float, float }
%mixed = type { i8, i32, i16 }

; Into a stack object: its members one by one, loads before stores, alignment by offset.
; CHECK-LABEL: @members(
; CHECK: [[A:%.*]] = load float, ptr %from, align 16
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %from, i64 4
; CHECK: [[B:%.*]] = load float, ptr [[P]], align 4
; CHECK: load float, ptr {{.*}}, align 8
; CHECK: load float, ptr {{.*}}, align 4
; CHECK: store float [[A]], ptr %object, align 16
; CHECK: store float [[B]], ptr {{.*}}, align 4
; CHECK-NOT: @llvm.memcpy
; SMALL-LABEL: @members(
; SMALL: call void @llvm.memcpy
define void @members(ptr %from, ptr %out) {
  %object = alloca %four, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %object, ptr align 16 %from, i64 16, i1 false)
  store ptr %object, ptr %out
  ret void
}

; A piece from the middle of a large array.
; CHECK-LABEL: @piece(
; CHECK: load i16, ptr %from, align 2
; CHECK: load i16, ptr
; CHECK-NOT: load i16
; CHECK: store i16
; CHECK: ret void
define void @piece(ptr %from, ptr %out) {
  %object = alloca { i32, [100000 x { i16, i16 }] }, align 16
  %middle = getelementptr i8, ptr %object, i64 100004
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %middle, ptr align 2 %from, i64 4, i1 false)
  store ptr %object, ptr %out
  ret void
}

; Padding is not copied: nothing can read it.
; CHECK-LABEL: @padding(
; CHECK: load i8, ptr %object, align 4
; CHECK: load i32, ptr {{.*}}, align 4
; CHECK: load i16, ptr {{.*}}, align 4
; CHECK-NOT: load
; CHECK: ret void
define void @padding(ptr %to) {
  %object = alloca %mixed, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %object, i64 12, i1 false)
  ret void
}

; No stack object: the widest element both sides are aligned for, and a tail. A memmove loads all of it first.
; CHECK-LABEL: @elements(
; CHECK: load i32, ptr %from, align 8
; CHECK: load i32,
; CHECK: load i16,
; CHECK: load i8,
; CHECK: store i32
; CHECK: store i32
; CHECK: store i16
; CHECK: store i8
; CHECK-NOT: @llvm.memmove
define void @elements(ptr %to, ptr %from) {
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %to, ptr align 8 %from, i64 11, i1 false)
  ret void
}

; A volatile copy, one whose length is not known, one that is long, one of bytes in too many stores, and one that cuts a
; member in two.
; CHECK-LABEL: @stays(
; CHECK-COUNT-5: call void @llvm.memcpy
define void @stays(ptr %to, ptr %from, i64 %n) {
  %object = alloca %four, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 true)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 4096, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %to, ptr align 1 %from, i64 64, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %object, ptr align 16 %from, i64 6, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %object, i64 16, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
