; Loads made again: anywhere of what nobody writes, elsewhere only with no write in between.
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=2 -remat-max-live-limit=0 -simplify-live-out=0 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=2 -remat-max-live-limit=0 -simplify-live-out=0 -remat-load=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=2 -remat-max-live-limit=0 -simplify-live-out=0 -dump-remat-load=1 -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=2 -remat-max-live-limit=0 -simplify-live-out=0 -remat-lli-factor=5000 -dump-remat-load=1 -o %t 2>&1 | filecheck %s --check-prefix=SLOW
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=2 -remat-max-live-limit=0 -simplify-live-out=0 -remat-load-param | filecheck %s --check-prefix=PARAM
; DUMP: remat-load: %v: cost 40: repeated
; SLOW: remat-load: %v: cost 20000: costs 20000, more than remat-single-cost-limit
; OFF-NOT: remat_

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @read_only(
; CHECK: entry:
; CHECK-NOT: %v =
; CHECK: b:
; CHECK: %remat_v = load i32, ptr addrspace(1) %in, align 4, !invariant.load
; CHECK: store volatile i32 %remat_v, ptr addrspace(1) %p
define ptx_kernel void @read_only(i1 %c, ptr addrspace(1) noalias readonly %in, ptr addrspace(1) %p) {
entry:
  %v = load i32, ptr addrspace(1) %in
  %k = load volatile i32, ptr addrspace(1) %p
  %h = load volatile i32, ptr addrspace(1) %p
  store volatile i32 %k, ptr addrspace(1) %p
  br i1 %c, label %b, label %e
b:
  store volatile i32 %k, ptr addrspace(1) %p
  store volatile i32 %h, ptr addrspace(1) %p
  store volatile i32 %v, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; Somebody may write it: the store in between.
; CHECK-LABEL: @written(
; CHECK: %v = load i32, ptr addrspace(1) %in
; CHECK-NOT: remat_
; CHECK: ret void
define ptx_kernel void @written(i1 %c, ptr addrspace(1) %in, ptr addrspace(1) %p) {
entry:
  %v = load i32, ptr addrspace(1) %in
  %k = load volatile i32, ptr addrspace(1) %p
  %h = load volatile i32, ptr addrspace(1) %p
  br i1 %c, label %b, label %e
b:
  store volatile i32 %k, ptr addrspace(1) %p
  store volatile i32 %h, ptr addrspace(1) %p
  store volatile i32 %v, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; Nobody writes on the way, so the load may be made again.
; CHECK-LABEL: @unwritten(
; CHECK: b:
; CHECK: %remat_v = load i32, ptr addrspace(1) %in, align 4
; CHECK-NOT: invariant
; CHECK: ret void
define ptx_kernel void @unwritten(i1 %c, ptr addrspace(1) %in, ptr addrspace(1) %p) {
entry:
  %v = load i32, ptr addrspace(1) %in
  %k = load i32, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4
  %h = load i32, ptr addrspace(1) %q
  br i1 %c, label %b, label %e
b:
  %s = xor i32 %k, %h
  %t = mul i32 %s, %h
  %u = xor i32 %t, %k
  %w = mul i32 %u, %v
  store i32 %w, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; A barrier lets the other threads write.
; CHECK-LABEL: @barrier(
; CHECK-NOT: remat_v
; CHECK: ret void
define ptx_kernel void @barrier(i1 %c, ptr addrspace(3) %in, ptr addrspace(1) %p) {
entry:
  %v = load i32, ptr addrspace(3) %in
  %k = load volatile i32, ptr addrspace(1) %p
  %h = load volatile i32, ptr addrspace(1) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %c, label %b, label %e
b:
  store volatile i32 %k, ptr addrspace(1) %p
  store volatile i32 %h, ptr addrspace(1) %p
  store volatile i32 %v, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; Parameters by value are loads of constant memory: with remat-load-param.
%two = type { i32, i32 }
; CHECK-LABEL: @parameter(
; CHECK-NOT: remat_v
; CHECK: ret void
; PARAM-LABEL: @parameter(
; PARAM: b:
; PARAM: %remat_v = load i32
define ptx_kernel void @parameter(i1 %c, ptr byval(%two) readonly %in, ptr addrspace(1) %p) {
entry:
  %v = load i32, ptr %in
  %k = load volatile i32, ptr addrspace(1) %p
  %h = load volatile i32, ptr addrspace(1) %p
  store volatile i32 %k, ptr addrspace(1) %p
  br i1 %c, label %b, label %e
b:
  store volatile i32 %k, ptr addrspace(1) %p
  store volatile i32 %h, ptr addrspace(1) %p
  store volatile i32 %v, ptr addrspace(1) %p
  br label %e
e:
  ret void
}
