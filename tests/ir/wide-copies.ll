; RUN: opencicc opt %s --passes=wide-copies | filecheck %s
; RUN: opencicc opt %s --passes=wide-copies --wide-copies=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=wide-copies --wide-copies-unrolled=8 | filecheck %s --check-prefix=LOOP
; RUN: opencicc opt %s --passes=wide-copies -Rpass=wide -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; REMARK: clear: remark: a memset of 152 bytes is written with accesses of 16 bytes [-Rpass=wide-copies]
; REMARK: clear_much: remark: a memset of 1030 bytes is written in a loop with accesses of 16 bytes
; REMARK: copy: remark: a memcpy of 128 bytes is written with accesses of 4 bytes
; REMARK-NOT: remark:

target triple = "nvptx64-nvidia-cuda"
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

; OFF-COUNT-2: call void @llvm.memset
; OFF: call void @llvm.memcpy
; OFF-COUNT-2: call void @llvm.memset
; OFF-COUNT-2: call void @llvm.memcpy

; The stack object is aligned to 16 bytes, whatever the call knows; every byte of the value is 1.
; CHECK-LABEL: @clear(
; CHECK-NOT: @llvm.memset
; CHECK: store i64 72340172838076673, ptr %array, align 16
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %array, i64 8
; CHECK: store i64 72340172838076673, ptr [[P]], align 8
; CHECK-COUNT-17: store i64 72340172838076673
; CHECK-NOT: store i64 72340172838076673
; CHECK: ret void
; LOOP-LABEL: @clear(
; LOOP: copy.loop:
; LOOP: %copy.next = add i64 %copy.offset, 64
; LOOP: icmp ult i64 %copy.next, 128
; PTX-LABEL: .entry clear(
; PTX-NOT: st.local.b8
; PTX-COUNT-9: st.local.v2.b64
; PTX: st.local.b64
; PTX-LABEL: .entry clear_much(
define ptx_kernel void @clear(ptr %out, i64 %i) {
  %array = alloca [19 x i64], align 16
  call void @llvm.memset.p0.i64(ptr align 8 %array, i8 1, i64 152, i1 false)
  %p = getelementptr i64, ptr %array, i64 %i
  %v = load i64, ptr %p
  store i64 %v, ptr %out
  ret void
}

; Too long for straight code: 16 trips of 64 bytes, then the six bytes that are left.
; CHECK-LABEL: @clear_much(
; CHECK: br label %copy.loop
; CHECK: store i32 0, ptr %{{.*}}, align 16
; CHECK: store i16 0, ptr %{{.*}}, align 4
; CHECK: copy.loop:
; CHECK: %copy.offset = phi i64 [ 0, %{{.*}} ], [ %copy.next, %copy.loop ]
; CHECK: icmp ult i64 %copy.next, 1024
; CHECK: store i64 0, ptr %{{.*}}, align 16
; CHECK: store i64 0, ptr %{{.*}}, align 8
define ptx_kernel void @clear_much(ptr align 16 %p) {
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 0, i64 1030, i1 false)
  ret void
}

; The source is aligned to 4 bytes only. Loads come four at a time.
; CHECK-LABEL: @copy(
; CHECK-COUNT-4: load i32, ptr %{{.*}}, align 4
; CHECK: store i32 %{{.*}}, ptr %to, align 16
; CHECK-NOT: @llvm.memcpy
; CHECK: ret void
define ptx_kernel void @copy(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 4 %from, i64 128, i1 false)
  ret void
}

; Code generation does these well, or nobody knows how wide they may be, or how long, or in which order.
; CHECK-LABEL: @stays(
; CHECK-COUNT-2: call void @llvm.memset
; CHECK-COUNT-3: call void @llvm.mem{{cpy|move}}
define ptx_kernel void @stays(ptr %to, ptr %from, i64 %n, i8 %value) {
  call void @llvm.memset.p0.i64(ptr align 16 %to, i8 0, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %to, i8 %value, i64 256, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %to, ptr align 16 %from, i64 256, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 256, i1 true)
  call void @llvm.memmove.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 256, i1 false)
  ret void
}
