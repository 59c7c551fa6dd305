; Loads and stores of whole structs and arrays become those of their members, or copies where there are many.
; RUN: opencicc opt %s --passes=lower-aggr-copies --verify-each | filecheck %s
; RUN: opencicc opt %s "--passes=lower-aggr-copies<lower-aggr-func-args>" --verify-each | filecheck %s --check-prefix=ARGS
; RUN: opencicc opt %s --passes=lower-aggr-copies --lower-aggr-unrolled-stores-limit=1 | filecheck %s --check-prefix=FEW
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @pair(
; CHECK: %split = load i32, ptr addrspace(1) %s, align 8
; CHECK: %ptr = getelementptr i8, ptr addrspace(1) %s, i64 4
; CHECK: [[B:%.*]] = load float, ptr addrspace(1) %ptr, align 4
; CHECK: store i32 7
; CHECK: store i32 %split, ptr addrspace(1) %d, align 8
; CHECK: store float [[B]], ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT: { i32, float }
; CHECK: ret void
; Something is stored between: with few stores allowed it stays.
; FEW-LABEL: @pair(
; FEW: load { i32, float }
define void @pair(ptr addrspace(1) %d, ptr addrspace(1) %s, ptr addrspace(1) %other) {
  %v = load { i32, float }, ptr addrspace(1) %s, align 8
  store i32 7, ptr addrspace(1) %other
  store { i32, float } %v, ptr addrspace(1) %d, align 8
  ret void
}

; Many members: a copy, which may overlap, and zeros.
; CHECK-LABEL: @many(
; CHECK: icmp ult ptr
; CHECK: forward.for:
; CHECK: reverse.for:
; CHECK-NOT: [100 x i32]
; CHECK: forward.for{{[0-9]+}}:
; CHECK: store i64 0, ptr %{{.*}}, align 8
; CHECK: ret void
define void @many(ptr %d, ptr %s) {
  %v = load [100 x i32], ptr %s, align 8
  store [100 x i32] %v, ptr %d, align 8
  store [100 x i32] zeroinitializer, ptr %d, align 8
  ret void
}

; Nested, with padding, and used by something else too: only with the parameter.
; CHECK-LABEL: @arguments(
; CHECK: %v = load { i8, [2 x float] }, ptr %s, align 4
; CHECK: store { i8, [2 x float] } %r, ptr %d, align 4
; ARGS-LABEL: @arguments(
; ARGS: load i8, ptr %s, align 4
; ARGS: load float, ptr {{.*}}, align 4
; ARGS: load float, ptr {{.*}}, align 4
; ARGS: [[X:%.*]] = insertvalue { i8, [2 x float] } {{.*}}, [2 x float] {{.*}}, 1
; ARGS: %r = call { i8, [2 x float] } @f({ i8, [2 x float] } [[X]])
; ARGS: extractvalue { i8, [2 x float] } %r, 1
; ARGS-COUNT-2: store float
; ARGS: ret void
define void @arguments(ptr %d, ptr %s) {
  %v = load { i8, [2 x float] }, ptr %s, align 4
  %r = call { i8, [2 x float] } @f({ i8, [2 x float] } %v)
  store { i8, [2 x float] } %r, ptr %d, align 4
  ret void
}

; Volatile ones, and what is loaded and used member by member.
; CHECK-LABEL: @stays(
; CHECK: load volatile { i32, float }
; CHECK: store volatile { i32, float }
; CHECK: load { i32, float }
; CHECK: extractvalue
define i32 @stays(ptr %d, ptr %s) {
  %v = load volatile { i32, float }, ptr %s, align 8
  store volatile { i32, float } %v, ptr %d, align 8
  %w = load { i32, float }, ptr %s, align 8
  %x = extractvalue { i32, float } %w, 0
  ret i32 %x
}

declare { i8, [2 x float] } @f({ i8, [2 x float] })

; Elements that have to be atomic.
; CHECK-LABEL: @atomic(
; CHECK: call void @llvm.memcpy.element
define void @atomic(ptr %to, ptr %from) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 64, i32 8)
  ret void
}
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)
