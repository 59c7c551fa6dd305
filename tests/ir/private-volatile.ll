; RUN: opencicc opt %s --passes=private-volatile | filecheck %s
; RUN: opencicc opt %s --passes=private-volatile -private-volatile=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s -O3 | filecheck %s --check-prefix=FULL
; RUN: opencicc opt %s -O3 -Rpass=private-volatile -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: scalar: remark: took volatile accesses to what only this thread can reach as plain ones [-Rpass=private-volatile]
target triple = "nvptx64-nvidia-cuda"

%pair = type { i32, i32 }

; A variable of the thread's own: nobody else sees what is written to it.
; CHECK-LABEL: @scalar(
; CHECK: store i32 %n, ptr %x
; CHECK: load i32, ptr %x
; OFF-LABEL: @scalar(
; OFF: store volatile i32
; OFF: load volatile i32
; FULL-LABEL: @scalar(
; FULL: ret i32 %n
define i32 @scalar(i32 %n) {
  %x = alloca i32
  store volatile i32 %n, ptr %x
  %v = load volatile i32, ptr %x
  ret i32 %v
}

; A struct, filled by a copy and read by its fields.
; CHECK-LABEL: @struct(
; CHECK-NOT: volatile
; CHECK: ret i32
; FULL-LABEL: @struct(
; FULL-NOT: alloca
; FULL: ret i32
define i32 @struct(ptr %from) {
  %x = alloca %pair
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %from, i64 8, i1 false)
  %first = load volatile i32, ptr %x
  %at = getelementptr %pair, ptr %x, i32 0, i32 1
  %second = load volatile i32, ptr %at
  %sum = add i32 %first, %second
  ret i32 %sum
}

; Its address is passed on: who gets it may be another thread, or may give it to one.
; CHECK-LABEL: @passed(
; CHECK: store volatile i32
; CHECK: load volatile i32
define i32 @passed(i32 %n) {
  %x = alloca i32
  call void @use(ptr %x)
  store volatile i32 %n, ptr %x
  %v = load volatile i32, ptr %x
  ret i32 %v
}

; The same, by memory.
; CHECK-LABEL: @stored(
; CHECK: store volatile i32
; CHECK: load volatile i32
define i32 @stored(i32 %n, ptr %where) {
  %x = alloca i32
  store ptr %x, ptr %where
  store volatile i32 %n, ptr %x
  %v = load volatile i32, ptr %x
  ret i32 %v
}

; What it stands for may be other memory.
; CHECK-LABEL: @chosen(
; CHECK: load volatile i32
define i32 @chosen(i1 %c, ptr %other) {
  %x = alloca i32
  store volatile i32 1, ptr %x
  %from = select i1 %c, ptr %x, ptr %other
  %v = load volatile i32, ptr %from
  ret i32 %v
}

; Atomic accesses stay as they are, and other memory is none of ours.
; CHECK-LABEL: @atomic(
; CHECK: load atomic volatile i32
; CHECK: store volatile i32 %v, ptr %p
define void @atomic(ptr %p) {
  %x = alloca i32
  store i32 1, ptr %x
  %v = load atomic volatile i32, ptr %x monotonic, align 4
  store volatile i32 %v, ptr %p
  ret void
}

declare void @use(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
