; -Osize, optsize and minsize: a call is inlined where the code does not grow. Models B and C take LLVM's thresholds for it.
; RUN: opencicc opt %s --passes=inline | filecheck %s --check-prefixes=SPEED,ALL
; RUN: opencicc opt %s --passes=inline -Osize | filecheck %s --check-prefixes=SIZE,ALL
; RUN: opencicc opt %s --passes=inline -Osize -nv-inline-all | filecheck %s --check-prefix=FORCED
; RUN: opencicc %s -Osize -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -O3 -o - | filecheck %s --check-prefix=PTXSPEED
; RUN: opencicc opt %s --passes=inline -inline-model=B | filecheck %s --check-prefix=SPEED
; RUN: opencicc opt %s --passes=inline -inline-model=B -Osize -inline-instr-cost=40 | filecheck %s --check-prefix=SIZE
; RUN: opencicc opt %s --passes=inline -inline-model=B -Osize -inline-threshold=225 -inline-instr-cost=40 | filecheck %s --check-prefix=SPEED
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-instr-cost=40 | filecheck %s --check-prefixes=SPEED,ALL
; RUN: env OPENCICC_NATIVE_HELPER=0 opencicc opt %s --passes=inline -inline-model=B -inline-instr-cost=40 | filecheck %s --check-prefixes=SPEED,ALL
; RUN: opencicc opt %s --passes=inline -Osize -o /dev/null -Rpass-missed=inline 2>&1 | filecheck %s --check-prefix=SAID
target triple = "nvptx64-nvidia-cuda"

; SAID: 'big' not inlined into 'k': the code would grow, and the caller is optimised for size (model A: charge {{[0-9]+}}
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
  ret i32 %v29
}

define i32 @tiny(i32 %x) {
  %v0 = add i32 %x, 1
  %v1 = mul i32 %v0, %x
  %v2 = add i32 %v1, 3
  %v3 = mul i32 %v2, %x
  %v4 = add i32 %v3, 5
  %v5 = mul i32 %v4, %x
  ret i32 %v5
}

; Nothing else calls it: it moves.
define internal i32 @moved(i32 %x) {
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
  ret i32 %v29
}

; SPEED-LABEL: @k(
; SPEED-NOT: call
; SPEED: ret void
; SIZE-LABEL: @k(
; SIZE: call i32 @big(
; SIZE-NOT: call i32 @{{tiny|moved}}(
; SIZE: ret void
; FORCED-LABEL: @k(
; FORCED-NOT: call
; PTX-LABEL: .entry k(
; PTX: call{{.*}} big,
; PTX-NOT: {{tiny|moved}},
; PTXSPEED-LABEL: .entry k(
; PTXSPEED-NOT: call
; PTXSPEED: ret
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @big(i32 %n)
  %b = call i32 @tiny(i32 %a)
  %c = call i32 @moved(i32 %b)
  store i32 %c, ptr %p
  ret void
}

; The attribute alone does the same.
; ALL-LABEL: @small(
; ALL: call i32 @big(
define ptx_kernel void @small(ptr %p, i32 %n) optsize {
  %a = call i32 @big(i32 %n)
  store i32 %a, ptr %p
  ret void
}
