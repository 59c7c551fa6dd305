; memcpy, memmove and memset become wide accesses: straight code, or loops where that would be long.
; RUN: opencicc opt %s --passes=lower-aggr-copies --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=lower-aggr-copies --large-aggr-store-limit=129 | filecheck %s --check-prefix=LOOP
; RUN: opencicc opt %s --passes=lower-aggr-copies --lower-aggr-unrolled-stores-limit=8 | filecheck %s --check-prefix=LOOP
; RUN: opencicc opt %s --passes=lower-aggr-copies --skiploweraggcopysafechk=1 | filecheck %s --check-prefix=FORWARD
; RUN: opencicc opt %s --passes=lower-aggr-copies --max-aggr-copy-size=300 | filecheck %s --check-prefix=HELD
; RUN: opencicc opt %s --passes=lower-aggr-copies -Rpass=lower-aggr -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -arch=sm_90 -O0 -o - | filecheck %s --check-prefix=O0
; REMARK-DAG: clear: remark: a memset of 152 bytes is written with accesses of 16 bytes [-Rpass=lower-aggr-copies]
; REMARK-DAG: clear_much: remark: a memset of 1030 bytes is written in a loop with accesses of 16 bytes
; REMARK-DAG: copy: remark: a memcpy of 128 bytes is written with accesses of 4 bytes
; REMARK-DAG: some: remark: a memcpy of unknown length is written in a loop with accesses of 8 bytes

target triple = "nvptx64-nvidia-cuda"
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p1.p3.i64(ptr addrspace(1), ptr addrspace(3), i64, i1)
declare void @llvm.memmove.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)

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
; LOOP: forward.for:
; LOOP: %next = add i64 %offset, 64
; LOOP: icmp ult i64 %next, 128
; PTX-LABEL: .entry clear(
; PTX-NOT: st.local.b8
; PTX-COUNT-9: st.local.v2.b64
; PTX: st.local.b64
; PTX-LABEL: .entry clear_much(
; O0-LABEL: .entry clear(
; O0-NOT: st.local.b8
; O0-LABEL: .entry clear_much(
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
; CHECK: br label %forward.for
; CHECK: forward.for:
; CHECK: %offset = phi i64 [ 0, %{{.*}} ], [ %next, %forward.for ]
; CHECK: icmp ult i64 %next, 1024
; CHECK: store i64 0, ptr %{{.*}}, align 16
; CHECK: store i64 0, ptr %{{.*}}, align 8
; CHECK: store i32 0, ptr %{{.*}}, align 16
; CHECK: store i16 0, ptr %{{.*}}, align 4
define ptx_kernel void @clear_much(ptr align 16 %p) {
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 0, i64 1030, i1 false)
  ret void
}

; A byte that only the program knows, so often as an element has bytes; a volatile set stays volatile.
; CHECK-LABEL: @clear_with(
; CHECK: [[WIDE:%.*]] = zext i8 %byte to i64
; CHECK: [[BYTES:%.*]] = mul i64 [[WIDE]], 72340172838076673
; CHECK: store volatile i64 [[BYTES]], ptr %p, align 16
; CHECK-NOT: @llvm.memset
; CHECK: ret void
define ptx_kernel void @clear_with(ptr align 16 %p, i8 %byte) {
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 %byte, i64 24, i1 true)
  ret void
}

; The source is aligned to 4 bytes only. Loads come four at a time.
; CHECK-LABEL: @copy(
; CHECK-COUNT-4: load <4 x i8>, ptr %{{.*}}, align 4
; CHECK: store <4 x i8> %{{.*}}, ptr %to, align 16
; CHECK-NOT: @llvm.memcpy
; CHECK: ret void
define ptx_kernel void @copy(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 4 %from, i64 128, i1 false)
  ret void
}

; A short copy too, which code generation would make of 8 bytes at a time; bytes are copied by bytes.
; CHECK-LABEL: @short(
; CHECK: load <16 x i8>, ptr %from, align 16
; CHECK: load <4 x i8>, ptr {{.*}}, align 16
; CHECK: load i8, ptr {{.*}}, align 4
; CHECK: load i8, ptr %from, align 1
; CHECK: load i8, ptr {{.*}}, align 1
; CHECK: ret void
; PTX-LABEL: .entry short(
; PTX: ld{{.*}}.v4.b32
; PTX: st{{.*}}.v4.b32
define ptx_kernel void @short(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 21, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 2, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 0, i1 false)
  ret void
}

; A length that only the program knows: elements, then bytes. A length known to be a multiple of the element has no rest.
; CHECK-LABEL: @some(
; CHECK: [[MAIN:%.*]] = and i64 %n, -8
; CHECK: icmp ult i64 0, [[MAIN]]
; CHECK: load <8 x i8>, ptr {{.*}}, align 8
; CHECK: icmp ult i64 [[MAIN]], %n
; CHECK: load i8
; CHECK: ret void
; CHECK-LABEL: @some_words(
; CHECK: load <8 x i8>, ptr {{.*}}, align 8
; CHECK-NOT: load
; CHECK: ret void
; CHECK-LABEL: @some_zeros(
; CHECK: zext i32 %n to i64
; CHECK: store i64 0, ptr {{.*}}, align 8
; CHECK: store i8 0
; CHECK: ret void
define ptx_kernel void @some(ptr %to, ptr %from, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 16 %from, i64 %n, i1 false)
  ret void
}
define ptx_kernel void @some_words(ptr %to, ptr %from, i64 %n) {
  %bytes = shl i64 %n, 3
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 %bytes, i1 false)
  ret void
}
define ptx_kernel void @some_zeros(ptr %to, i32 %n) {
  call void @llvm.memset.p0.i32(ptr align 8 %to, i8 0, i32 %n, i1 false)
  ret void
}

; A memmove: small ones load all before they store, long ones go forward or backward by their addresses.
; CHECK-LABEL: @move_few(
; CHECK-COUNT-6: load <16 x i8>
; CHECK: store <16 x i8>
; CHECK-NOT: load
; CHECK: ret void
define ptx_kernel void @move_few(ptr %to, ptr %from) {
  call void @llvm.memmove.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 96, i1 false)
  ret void
}
; CHECK-LABEL: @move(
; CHECK: [[BELOW:%.*]] = icmp ult ptr %to, %from
; CHECK: br i1 [[BELOW]], label %nonzerotrip{{[0-9]*}}, label %nonzerotrip{{[0-9]*}}
; CHECK: forward.for:
; CHECK: icmp ult i64 %next, 256
; CHECK: i64 272
; CHECK: reverse.for:
; CHECK: sub i64 %{{.*}}, 64
; CHECK: icmp ugt i64 %{{.*}}, 0
; FORWARD-LABEL: @move(
; FORWARD-NOT: icmp ult ptr
; FORWARD: forward.for:
; FORWARD-NOT: reverse
; FORWARD: ret void
; HELD-LABEL: @move(
; HELD-COUNT-18: load <16 x i8>
; HELD: store <16 x i8>
; HELD: ret void
define ptx_kernel void @move(ptr %to, ptr %from) {
  call void @llvm.memmove.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 288, i1 false)
  ret void
}
; CHECK-LABEL: @move_some(
; CHECK: addrspacecast ptr addrspace(1) %to to ptr
; CHECK: forward.for{{[0-9]*}}:
; CHECK: reverse.for{{[0-9]*}}:
define ptx_kernel void @move_some(ptr addrspace(1) %to, ptr %from, i64 %n) {
  call void @llvm.memmove.p1.p0.i64(ptr addrspace(1) align 4 %to, ptr align 4 %from, i64 %n, i1 false)
  ret void
}
; Different memories and different objects don't overlap.
; CHECK-LABEL: @apart(
; CHECK-NOT: reverse
; CHECK: ret void
define ptx_kernel void @apart(ptr addrspace(1) %to, ptr addrspace(3) %from, ptr %out) {
  %a = alloca [400 x i8], align 16
  %b = alloca [400 x i8], align 16
  call void @llvm.memmove.p1.p3.i64(ptr addrspace(1) align 16 %to, ptr addrspace(3) align 16 %from, i64 288, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr align 16 %a, ptr align 16 %b, i64 288, i1 false)
  store ptr %a, ptr %out
  ret void
}
