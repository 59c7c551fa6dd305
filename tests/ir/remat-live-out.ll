; What blocks hand on made smaller (simplify-live-out), and sums factored (remat-add).
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-iv=0 -remat-max-live-limit=0 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-iv=0 -remat-max-live-limit=0 -simplify-live-out=1 | filecheck %s --check-prefix=BITS
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-iv=0 -remat-max-live-limit=0 -simplify-live-out=3 --strict-passes --verify-each | filecheck %s --check-prefix=TESTS
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-iv=0 -remat-max-live-limit=0 -simplify-live-out=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-iv=0 -remat-max-live-limit=0 -dump-simplify-live-out -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-iv=0 -remat-max-live-limit=0 -simplify-live-out=0 -remat-add=1 --strict-passes --verify-each | filecheck %s --check-prefix=SUMS
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-iv=0 -remat-max-live-limit=0 -simplify-live-out=0 -remat-add=2 -dump-remat-add=1 -o %t 2>&1 | filecheck %s --check-prefix=ADD
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=1 -do-remat=0 -remat-iv=0 -remat-max-live-limit=0 -simplify-live-out=0 -remat-add=2 --strict-passes --verify-each | filecheck %s --check-prefix=ADDRESSES
; DUMP: simplify-live-out: nloNewBit: %w
; DUMP: simplify-live-out: nloNewAdd: %s
; ADD: remat-add: factor: 1 in products
; OFF-NOT: nloNew

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @bits(
; CHECK: %w = add i64 %x, %y
; CHECK-NEXT: %nloNewBit = trunc i64 %w to i32
; CHECK: b:
; CHECK: store volatile i32 %nloNewBit
; CHECK: %[[MASKED:.*]] = and i32 %nloNewBit, 255
; CHECK: zext i32 %[[MASKED]] to i64
define ptx_kernel void @bits(i1 %c, i64 %x, i64 %y, ptr addrspace(1) %p) {
entry:
  %w = add i64 %x, %y
  store volatile i64 %w, ptr addrspace(1) %p
  br i1 %c, label %b, label %e
b:
  %t = trunc i64 %w to i32
  store volatile i32 %t, ptr addrspace(1) %p
  %m = and i64 %w, 255
  store volatile i64 %m, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; Somebody wants all of it.
; CHECK-LABEL: @whole(
; CHECK-NOT: nloNewBit
; CHECK: ret void
define ptx_kernel void @whole(i1 %c, i64 %x, i64 %y, ptr addrspace(1) %p) {
entry:
  %w = add i64 %x, %y
  br i1 %c, label %b, label %e
b:
  %t = trunc i64 %w to i32
  store volatile i32 %t, ptr addrspace(1) %p
  store volatile i64 %w, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; %l is handed on anyway: the sum with a constant is not.
; CHECK-LABEL: @sums(
; CHECK: b:
; CHECK: %nloNewAdd = add i32 %l, 12
; CHECK: store volatile i32 %nloNewAdd
; BITS-LABEL: @sums(
; BITS-NOT: nloNewAdd
define ptx_kernel void @sums(i1 %c, ptr addrspace(1) %p) {
entry:
  %l = load volatile i32, ptr addrspace(1) %p
  %s = add i32 %l, 12
  br i1 %c, label %b, label %e
b:
  store volatile i32 %s, ptr addrspace(1) %p
  store volatile i32 %l, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; %l ends here: handing it on instead saves nothing.
; CHECK-LABEL: @base_ends(
; CHECK-NOT: nloNewAdd
; CHECK: ret void
define ptx_kernel void @base_ends(i1 %c, ptr addrspace(1) %p) {
entry:
  %l = load volatile i32, ptr addrspace(1) %p
  %s = add i32 %l, 12
  br i1 %c, label %b, label %e
b:
  store volatile i32 %s, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; Only the answer is wanted.
; TESTS-LABEL: @answer(
; TESTS: %l = load volatile i32
; TESTS-NEXT: %nloNewBit = icmp eq i32 %l, 3
; TESTS: b:
; TESTS: select i1 %nloNewBit
; CHECK-LABEL: @answer(
; CHECK: b:
; CHECK: icmp eq i32 %l, 3
define ptx_kernel void @answer(i1 %c, ptr addrspace(1) %p) {
entry:
  %k = load volatile i32, ptr addrspace(1) %p
  %l = load volatile i32, ptr addrspace(1) %p
  br i1 %c, label %b, label %e
b:
  store volatile i32 %k, ptr addrspace(1) %p
  %is = icmp eq i32 %l, 3
  %v = select i1 %is, i32 1, i32 5
  store volatile i32 %v, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; SUMS-LABEL: @products(
; SUMS: %factor = add i32 %a, %b
; SUMS-NEXT: %s = mul i32 %factor, %c
define ptx_kernel void @products(i32 %a, i32 %b, i32 %c, ptr addrspace(1) %p) {
  %l = load volatile i32, ptr addrspace(1) %p
  %k = load volatile i32, ptr addrspace(1) %p
  %x = mul i32 %a, %c
  %y = mul i32 %c, %b
  %s = add i32 %x, %y
  store volatile i32 %s, ptr addrspace(1) %p
  store volatile i32 %l, ptr addrspace(1) %p
  store volatile i32 %k, ptr addrspace(1) %p
  ret void
}

; A product that somebody else reads stays.
; SUMS-LABEL: @shared_product(
; SUMS-NOT: factor
; SUMS: ret void
define ptx_kernel void @shared_product(i32 %a, i32 %b, i32 %c, ptr addrspace(1) %p) {
  %l = load volatile i32, ptr addrspace(1) %p
  %k = load volatile i32, ptr addrspace(1) %p
  %x = mul i32 %a, %c
  %y = mul i32 %c, %b
  %s = add i32 %x, %y
  store volatile i32 %s, ptr addrspace(1) %p
  store volatile i32 %x, ptr addrspace(1) %p
  store volatile i32 %l, ptr addrspace(1) %p
  store volatile i32 %k, ptr addrspace(1) %p
  ret void
}

; ADDRESSES-LABEL: @addresses(
; ADDRESSES: %factor = getelementptr float, ptr addrspace(1) %p, i64 %k
; ADDRESSES: %q = getelementptr float, ptr addrspace(1) %factor, i64 4
; ADDRESSES: %r = getelementptr float, ptr addrspace(1) %factor, i64 9
define ptx_kernel void @addresses(i64 %k, ptr addrspace(1) %p) {
  %l = load volatile i32, ptr addrspace(1) %p
  %h = load volatile i32, ptr addrspace(1) %p
  %i = add i64 %k, 4
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  %j = add i64 %k, 9
  %r = getelementptr float, ptr addrspace(1) %p, i64 %j
  store volatile i32 %l, ptr addrspace(1) %q
  store volatile i32 %h, ptr addrspace(1) %r
  ret void
}
