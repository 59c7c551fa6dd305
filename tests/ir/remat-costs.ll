; The pull-in cost and the three filters; every line of the dump.
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=3 -remat-max-live-limit=0 -dump-remat=4 -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=3 -remat-max-live-limit=0 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=3 -remat-max-live-limit=0 -remat-loop-trip=500 -remat-single-cost-limit=999 | filecheck %s --check-prefix=LONG
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=3 -remat-max-live-limit=0 -remat-loop-trip=500 -remat-single-cost-limit=999 -remat-ignore-single-cost | filecheck %s
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=3 -remat-max-live-limit=0 -remat-use-limit=0 | filecheck %s --check-prefix=LONG
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=3 -remat-max-live-limit=0 -do-remat=1 | filecheck %s --check-prefix=LONG
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=3 -remat-max-live-limit=0 -max-recurse-depth=1 | filecheck %s --check-prefix=SHALLOW
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=3 -remat-max-live-limit=0 -remat-gep-cost=1 -dump-remat=3 -o %t 2>&1 | filecheck %s --check-prefix=GEP
; DUMP: remat: in_loop: 4 registers alive at most, target 3: the ceiling is 3
; DUMP: Block entry: live-in = {{[0-9]+}}
; DUMP: Block loop: live-in = {{[0-9]+}}
; DUMP: crowded blocks, {{[0-9]+}} candidates
; DUMP: %t: pull-in cost = 2 * 20 = 40
; DUMP: Total pull-in cost = 40
; GEP: %q: {{.*}} an address that costs {{[0-9]+}}, more than remat-gep-cost

target triple = "nvptx64-nvidia-cuda"

; In a loop of unknown trips a multiplication costs 2 * 20.
; CHECK-LABEL: @in_loop(
; CHECK: loop:
; CHECK: %remat_t = mul i32 {{.*}}, %n
; LONG-LABEL: @in_loop(
; LONG-NOT: remat_t
; LONG: ret void
define ptx_kernel void @in_loop(i32 %n, ptr addrspace(1) %p) {
entry:
  %l = load volatile i32, ptr addrspace(1) %p
  %k = load volatile i32, ptr addrspace(1) %p
  %t = mul i32 %l, %n
  br label %loop
loop:
  %h = load volatile i32, ptr addrspace(1) %p
  store volatile i32 %k, ptr addrspace(1) %p
  store volatile i32 %l, ptr addrspace(1) %p
  store volatile i32 %t, ptr addrspace(1) %p
  %c = icmp slt i32 %h, %n
  br i1 %c, label %loop, label %e
e:
  ret void
}

; A chain: three steps of one instruction each, down to what is alive anyway.
; CHECK-LABEL: @chain(
; CHECK: b:
; CHECK: %remat_one = add i32 {{.*}}, 1
; CHECK: %remat_two = xor i32 %remat_one, 21
; CHECK: %remat_deep = shl i32 %remat_two, 3
; SHALLOW-LABEL: @in_loop(
; SHALLOW: %remat_t = mul
; SHALLOW-LABEL: @chain(
; SHALLOW-NOT: remat_
; SHALLOW: ret void
define ptx_kernel void @chain(i1 %c, ptr addrspace(1) %p) {
entry:
  %l = load volatile i32, ptr addrspace(1) %p
  %k = load volatile i32, ptr addrspace(1) %p
  %h = load volatile i32, ptr addrspace(1) %p
  %one = add i32 %l, 1
  %two = xor i32 %one, 21
  %deep = shl i32 %two, 3
  br i1 %c, label %b, label %e
b:
  store volatile i32 %k, ptr addrspace(1) %p
  store volatile i32 %h, ptr addrspace(1) %p
  store volatile i32 %l, ptr addrspace(1) %p
  store volatile i32 %deep, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; An address takes two registers and is made again like anything else.
; CHECK-LABEL: @address(
; CHECK: b:
; CHECK: %remat_q = getelementptr i32, ptr addrspace(1) %p, i64
define ptx_kernel void @address(i64 %i, i1 %c, ptr addrspace(1) %p) {
entry:
  %l = load volatile i64, ptr addrspace(1) %p
  %h = load volatile i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %l
  br i1 %c, label %b, label %e
b:
  store volatile i32 %h, ptr addrspace(1) %p
  store volatile i64 %l, ptr addrspace(1) %p
  store volatile i32 1, ptr addrspace(1) %q
  br label %e
e:
  ret void
}
