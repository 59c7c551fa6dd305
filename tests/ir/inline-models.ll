; Model B is LLVM's: thresholds, hints, coldness, knobs. Model C adds recursion. Model D acts on all.
; RUN: opencicc opt %s --passes=inline -inline-model=B | filecheck %s --check-prefix=EASY
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-threshold=1 | filecheck %s --check-prefix=HARD
; RUN: opencicc opt %s --passes=inline -inline-model=B -inlinedefault-threshold=1 | filecheck %s --check-prefix=HARD
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-threshold=1 -inlinehint-threshold=1 | filecheck %s --check-prefix=NEVER
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-threshold=1 -inline-instr-cost=0 | filecheck %s --check-prefix=EASY
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-instr-cost=500 -inlinehint-threshold=1 -inlinecold-threshold=1 | filecheck %s --check-prefix=NEVER
; RUN: opencicc opt %s --passes=inline -inline-model=B -inlinecold-threshold=1 | filecheck %s --check-prefix=COLD
; RUN: opencicc opt %s --passes=inline -inline-model=B -inlinedefault-threshold=1 -inline-threshold=225 | filecheck %s --check-prefix=EASY
; RUN: opencicc opt %s --passes=inline -inline-model=C -inline-threshold=1 | filecheck %s --check-prefix=HARD
; RUN: env OPENCICC_NATIVE_HELPER=0 opencicc opt %s --passes=inline -inline-model=B -inline-threshold=1 | filecheck %s --check-prefix=HARD
; RUN: env OPENCICC_NATIVE_HELPER=0 opencicc opt %s --passes=inline -inline-model=B | filecheck %s --check-prefix=EASY
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-threshold=1 -o /dev/null -Rpass=inline -Rpass-missed=inline 2>&1 | filecheck %s --check-prefix=SAID
; RUN: opencicc opt %s --passes=inline -inline-model=B -inline-threshold=1 -inline-gpu-bonus=0 | filecheck %s --check-prefix=NOBONUS
; RUN: opencicc opt %s --passes=inline -inline-budget=1 | filecheck %s --check-prefix=BONUSA
; RUN: opencicc opt %s --passes=inline -inline-budget=1 -inline-gpu-bonus=0 | filecheck %s --check-prefix=NOBONUS
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)

define i32 @work(i32 %x) {
  %1 = mul i32 %x, %x
  %2 = add i32 %1, 1
  %3 = mul i32 %2, %1
  %4 = add i32 %3, 2
  %5 = mul i32 %4, %3
  %6 = add i32 %5, 3
  %7 = mul i32 %6, %5
  %8 = add i32 %7, 4
  %9 = mul i32 %8, %7
  %10 = add i32 %9, 5
  %11 = mul i32 %10, %9
  %12 = add i32 %11, 6
  %13 = mul i32 %12, %11
  %14 = add i32 %13, %12
  ret i32 %14
}

define i32 @hinted(i32 %x) inlinehint {
  %1 = mul i32 %x, %x
  %2 = add i32 %1, 1
  %3 = mul i32 %2, %1
  %4 = add i32 %3, 2
  %5 = mul i32 %4, %3
  %6 = add i32 %5, 3
  %7 = mul i32 %6, %5
  %8 = add i32 %7, 4
  %9 = mul i32 %8, %7
  %10 = add i32 %9, 5
  %11 = mul i32 %10, %9
  %12 = add i32 %11, 6
  %13 = mul i32 %12, %11
  %14 = add i32 %13, %12
  ret i32 %14
}

define i32 @seldom(i32 %x) cold {
  %1 = mul i32 %x, %x
  %2 = add i32 %1, 1
  %3 = mul i32 %2, %1
  %4 = add i32 %3, 2
  %5 = mul i32 %4, %3
  %6 = add i32 %5, 3
  %7 = mul i32 %6, %5
  %8 = add i32 %7, 4
  %9 = mul i32 %8, %7
  %10 = add i32 %9, 5
  %11 = mul i32 %10, %9
  %12 = add i32 %11, 6
  %13 = mul i32 %12, %11
  %14 = add i32 %13, %12
  ret i32 %14
}

define i32 @warp(i32 %x) {
  %1 = mul i32 %x, %x
  %2 = add i32 %1, 1
  %3 = mul i32 %2, %1
  %4 = add i32 %3, 2
  %5 = mul i32 %4, %3
  %6 = add i32 %5, 3
  %7 = mul i32 %6, %5
  %8 = add i32 %7, 4
  %9 = mul i32 %8, %7
  %10 = add i32 %9, 5
  %11 = mul i32 %10, %9
  %12 = add i32 %11, 6
  %13 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31)
  ret i32 %13
}

; SAID-DAG: 'work' not inlined into 'k': the cost reaches the threshold (model B: charge 35, -19 left)
; SAID-DAG: 'hinted' inlined into 'k': the cost is below the threshold
; EASY-LABEL: @k(
; EASY-NOT: call i32 @{{work|hinted|seldom}}
; HARD-LABEL: @k(
; HARD: call i32 @work(
; HARD-NOT: call i32 @hinted(
; HARD: call i32 @seldom(
; HARD-NOT: call i32 @warp(
; NEVER-LABEL: @k(
; NEVER: call i32 @work(
; NEVER: call i32 @hinted(
; NEVER: call i32 @seldom(
; COLD-LABEL: @k(
; COLD-NOT: call i32 @work(
; COLD: call i32 @seldom(
; NOBONUS-LABEL: @k(
; NOBONUS: call i32 @warp(
; BONUSA-LABEL: @k(
; BONUSA: call i32 @work(
; BONUSA-NOT: call i32 @warp(
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @work(i32 %n)
  store i32 %a, ptr %p
  %b = call i32 @hinted(i32 %n)
  store i32 %b, ptr %p
  %c = call i32 @seldom(i32 %n)
  store i32 %c, ptr %p
  %d = call i32 @warp(i32 %n)
  store i32 %d, ptr %p
  ret void
}
