; -inline-deferral leaves a call where taking it in would keep its caller out of its own callers, as LLVM does.
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-threshold=10 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-threshold=10 -inline-deferral | filecheck %s --check-prefix=ON
; RUN: opencicc opt %s --passes=inline -inline-model=C -inline-threshold=10 -inline-deferral --strict-passes | filecheck %s --check-prefix=ON
; RUN: env OPENCICC_NATIVE_HELPER=0 opencicc opt %s --passes=inline -inline-model=B -inline-threshold=10 -inline-deferral | filecheck %s --check-prefix=ON
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-threshold=10 -inline-deferral -o /dev/null -Rpass-missed=inline 2>&1 | filecheck %s --check-prefix=SAID
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-deferral | filecheck %s --check-prefix=ROOM
target triple = "nvptx64-nvidia-cuda"

; SAID: 'big' not inlined into 'mid': inlining it would keep its caller from being inlined, which is cheaper
; SAID-NOT: 'big' not inlined into 'open'
define i32 @big(i32 %x) {
  %v0 = add i32 %x, 1
  %v1 = mul i32 %v0, %x
  %v2 = add i32 %v1, 3
  %v3 = mul i32 %v2, %x
  %v4 = add i32 %v3, 5
  %v5 = mul i32 %v4, %x
  %v6 = add i32 %v5, 7
  %v7 = mul i32 %v6, %x
  %v8 = add i32 %v7, 9
  %v9 = mul i32 %v8, %x
  %v10 = add i32 %v9, 11
  %v11 = mul i32 %v10, %x
  %v12 = add i32 %v11, 13
  %v13 = mul i32 %v12, %x
  %v14 = add i32 %v13, 15
  %v15 = mul i32 %v14, %x
  %v16 = add i32 %v15, 17
  %v17 = mul i32 %v16, %x
  %v18 = add i32 %v17, 19
  %v19 = mul i32 %v18, %x
  %v20 = add i32 %v19, 21
  %v21 = mul i32 %v20, %x
  %v22 = add i32 %v21, 23
  %v23 = mul i32 %v22, %x
  %v24 = add i32 %v23, 25
  %v25 = mul i32 %v24, %x
  %v26 = add i32 %v25, 27
  %v27 = mul i32 %v26, %x
  %v28 = add i32 %v27, 29
  %v29 = mul i32 %v28, %x
  %v30 = add i32 %v29, 31
  %v31 = mul i32 %v30, %x
  %v32 = add i32 %v31, 33
  %v33 = mul i32 %v32, %x
  %v34 = add i32 %v33, 35
  %v35 = mul i32 %v34, %x
  ret i32 %v35
}

; Known whole: its callers have room for it, and none with @big in it.
; OFF-LABEL: @mid(
; OFF-NOT: call
; ON-NOT: @mid(
define internal i32 @mid(i32 %x) {
  %v0 = add i32 %x, 1
  %v1 = mul i32 %v0, %x
  %v2 = add i32 %v1, 3
  %v3 = mul i32 %v2, %x
  %v4 = add i32 %v3, 5
  %v5 = mul i32 %v4, %x
  %v6 = add i32 %v5, 7
  %v7 = mul i32 %v6, %x
  %v8 = add i32 %v7, 9
  %v9 = mul i32 %v8, %x
  %v10 = add i32 %v9, 11
  %v11 = mul i32 %v10, %x
  %v12 = add i32 %v11, 13
  %v13 = mul i32 %v12, %x
  %v14 = add i32 %v13, 15
  %v15 = mul i32 %v14, %x
  %v16 = add i32 %v15, 17
  %v17 = mul i32 %v16, %x
  %v18 = add i32 %v17, 19
  %v19 = mul i32 %v18, %x
  %r = call i32 @big(i32 %v19)
  ret i32 %r
}

; Others may call it from outside: nothing is deferred.
; ON-LABEL: @open(
; ON-NOT: call i32 @big(
; ON: ret i32
define i32 @open(i32 %x) {
  %v0 = add i32 %x, 1
  %v1 = mul i32 %v0, %x
  %v2 = add i32 %v1, 3
  %v3 = mul i32 %v2, %x
  %v4 = add i32 %v3, 5
  %v5 = mul i32 %v4, %x
  %v6 = add i32 %v5, 7
  %v7 = mul i32 %v6, %x
  %v8 = add i32 %v7, 9
  %v9 = mul i32 %v8, %x
  %v10 = add i32 %v9, 11
  %v11 = mul i32 %v10, %x
  %v12 = add i32 %v11, 13
  %v13 = mul i32 %v12, %x
  %v14 = add i32 %v13, 15
  %v15 = mul i32 %v14, %x
  %v16 = add i32 %v15, 17
  %v17 = mul i32 %v16, %x
  %v18 = add i32 %v17, 19
  %v19 = mul i32 %v18, %x
  %r = call i32 @big(i32 %v19)
  ret i32 %r
}

; OFF-LABEL: @a(
; OFF: call i32 @mid(
; ON-LABEL: @a(
; ON-NOT: call
; ON: ret i32
; ROOM-LABEL: @a(
; ROOM-NOT: call
; ROOM: ret i32
define i32 @a(i32 %x) {
  %r = call i32 @mid(i32 %x)
  ret i32 %r
}

define i32 @b(i32 %x) {
  %r = call i32 @mid(i32 %x)
  ret i32 %r
}

define i32 @c(i32 %x) {
  %r = call i32 @open(i32 %x)
  ret i32 %r
}
