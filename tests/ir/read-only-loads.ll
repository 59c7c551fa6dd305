; RUN: opencicc opt %s --passes=read-only-loads | filecheck %s
; RUN: opencicc opt %s -O3 -Rpass=read-only -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -arch=sm_90 -read-only-loads=0 -o - | filecheck %s --check-prefix=OFF
; REMARK: by_alignment: remark: nothing is written through from: its loads are read-only [-Rpass=read-only-loads]
; REMARK-NOT: remark
target triple = "nvptx64-nvidia-cuda"

; Four at a time where the address says that it may be.
; CHECK-LABEL: @by_alignment(
; CHECK-SAME: ptr noalias readonly %from
; CHECK-SAME: ptr noalias %to
; PTX-LABEL: .entry by_alignment(
; PTX-COUNT-2: ld.global.nc.b32
; PTX: st.global
; OFF-LABEL: .entry by_alignment(
; OFF-NOT: ld.global.nc
; OFF: .entry written(
define ptx_kernel void @by_alignment(ptr noalias %from, ptr noalias %to) {
  %number = ptrtoint ptr %from to i64
  %low = and i64 %number, 15
  %aligned = icmp eq i64 %low, 0
  br i1 %aligned, label %whole, label %parts

whole:
  %four = load i32, ptr %from
  %one = add i32 %four, 7
  br label %end

parts:
  %other = getelementptr i32, ptr %from, i64 3
  %single = load i32, ptr %other
  br label %end

end:
  %value = phi i32 [ %one, %whole ], [ %single, %parts ]
  store i32 %value, ptr %to
  %again = getelementptr i32, ptr %to, i64 9
  %old = load i32, ptr %again
  %new = add i32 %old, %value
  store i32 %new, ptr %again
  ret void
}

; Written through a copy of the pointer.
; CHECK-LABEL: @written(
; CHECK-SAME: ptr noalias %from
define ptx_kernel void @written(ptr noalias %from, ptr noalias %to, i1 %c) {
  %number = ptrtoint ptr %from to i64
  %low = and i64 %number, 15
  %aligned = icmp eq i64 %low, 0
  %either = select i1 %aligned, ptr %from, ptr %to
  %value = load i32, ptr %from
  store i32 %value, ptr %either
  ret void
}

; The number becomes a pointer again: what is written through it may be this memory.
; CHECK-LABEL: @number(
; CHECK-SAME: ptr noalias %from
define ptx_kernel void @number(ptr noalias %from, ptr noalias %to) {
  %number = ptrtoint ptr %from to i64
  %moved = add i64 %number, 16
  %back = inttoptr i64 %moved to ptr
  %value = load i32, ptr %from
  store i32 %value, ptr %back
  ret void
}

; The number goes into memory, and from there anywhere.
; CHECK-LABEL: @stored(
; CHECK-SAME: ptr noalias %from
define ptx_kernel void @stored(ptr noalias %from, ptr noalias %to) {
  %number = ptrtoint ptr %from to i64
  store i64 %number, ptr %to
  %value = load i32, ptr %from
  %place = getelementptr i8, ptr %to, i64 8
  store i32 %value, ptr %place
  ret void
}

; Not restrict: %to may be the same memory.
; CHECK-LABEL: @plain(
; CHECK-SAME: ptr %from
define ptx_kernel void @plain(ptr %from, ptr %to) {
  %number = ptrtoint ptr %from to i64
  %low = and i64 %number, 15
  %aligned = icmp eq i64 %low, 0
  %value = load i32, ptr %from
  %chosen = select i1 %aligned, i32 %value, i32 0
  store i32 %chosen, ptr %to
  ret void
}

; A function that is called: only what a kernel gets stays the same while the kernel runs.
; CHECK-LABEL: @called(
; CHECK-SAME: ptr noalias %from
define i32 @called(ptr noalias %from) {
  %number = ptrtoint ptr %from to i64
  %low = and i64 %number, 15
  %aligned = icmp eq i64 %low, 0
  %value = load i32, ptr %from
  %chosen = select i1 %aligned, i32 %value, i32 0
  ret i32 %chosen
}
