; Models B and C inline inside a recursion until a function calls itself, as LLVM does; model C at a multiplied cost. A
; function that calls itself stays a call. Model A leaves recursions alone.
; RUN: opencicc opt %s --passes=inline -inline-model=C --strict-passes | filecheck %s --check-prefix=C
; RUN: opencicc opt %s --passes=inline -inline-model=C -function-inline-cost-multiplier=1000 | filecheck %s --check-prefix=B
; RUN: opencicc opt %s --passes=inline -inline-model=B --strict-passes | filecheck %s --check-prefix=C
; RUN: opencicc opt %s --passes=inline --strict-passes | filecheck %s --check-prefix=B
; RUN: opencicc opt %s --passes=inline -nv-inline-all --strict-passes | filecheck %s --check-prefix=B
; RUN: opencicc opt %s --passes=inline -inline-model=B -o /dev/null -Rpass=inline -Rpass-missed=inline 2>&1 | filecheck %s --check-prefix=SAID
; RUN: env OPENCICC_NATIVE_HELPER=0 opencicc opt %s --passes=inline -inline-model=C | filecheck %s --check-prefix=C
target triple = "nvptx64-nvidia-cuda"

; SAID: 'odd' inlined into 'even'
; SAID: 'even' not inlined into 'k': recursive
; SAID-NOT: inlined into

; C-LABEL: define i32 @even(
; C-NOT: @odd(
; C: call i32 @even(
; B-LABEL: define i32 @even(
; B: call i32 @odd(
define i32 @even(i32 %x) {
  %is_zero = icmp eq i32 %x, 0
  br i1 %is_zero, label %end, label %more
more:
  %less = sub i32 %x, 1
  %below = call i32 @odd(i32 %less)
  br label %end
end:
  %result = phi i32 [ 1, %0 ], [ %below, %more ]
  ret i32 %result
}

; C-LABEL: define i32 @odd(
; C: call i32 @even(
; B-LABEL: define i32 @odd(
; B: call i32 @even(
define i32 @odd(i32 %x) {
  %is_zero = icmp eq i32 %x, 0
  br i1 %is_zero, label %end, label %more
more:
  %1 = mul i32 %x, %x
  %2 = add i32 %1, 1
  %3 = mul i32 %2, %1
  %4 = add i32 %3, 2
  %5 = mul i32 %4, %3
  %6 = add i32 %5, %x
  %less = sub i32 %x, %6
  %below = call i32 @even(i32 %less)
  br label %end
end:
  %result = phi i32 [ 0, %0 ], [ %below, %more ]
  ret i32 %result
}

; C-LABEL: @k(
; C: call i32 @even(
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @even(i32 %n)
  store i32 %a, ptr %p
  ret void
}
