; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=2 -remat-max-live-limit=0 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=remat | filecheck %s --check-prefix=BELOW
; RUN: opencicc opt %s --passes=remat -Rpass-analysis=remat -o %t 2>&1 | filecheck %s --check-prefix=WHY
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=2 -remat-max-live-limit=0 -Rpass=remat -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=2 -remat-max-live-limit=0 -no-remat=other,chosen -o %t 2>&1 | filecheck %s --check-prefix=SKIP
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=2 -remat-max-live-limit=0 -do-remat=0 -remat-iv=0 -remat-load=0 | filecheck %s --check-prefix=BELOW
; RUN: opencicc opt %s --passes=remat -remat-maxreg-ceiling=2 -remat-max-live-limit=20 | filecheck %s --check-prefix=BELOW
; RUN: opencicc opt %s --passes=nvvmrematerialize -remat-maxreg-ceiling=2 -remat-max-live-limit=0 | filecheck %s
; RUN: opencicc opt %s --passes=remat -remat-for-occ=0 -remat-max-live-limit=0 -dump-remat=1 -o %t 2>&1 | filecheck %s --check-prefix=SHARE
; WHY: chosen: remark: nothing to compute again: about 5 registers are alive at most, no step of occupancy is worth it
; WHY: helper: remark: nothing to compute again: about {{.*}} only kernels have a target
; REMARK: chosen: remark: computed 2 values again at 3 places: about {{[0-9]+}} registers alive at most
; SKIP: Skip rematerialization on chosen
; SHARE: remat: chosen: {{[0-9]+}} registers alive at most, target 4: 80 % of 5 are wanted

target triple = "nvptx64-nvidia-cuda"

; What comes from a load that must not be repeated stays, what is made of it is made again where it is read: in each
; block once, hidden from code generation where there are two of it.
; CHECK-LABEL: @chosen(
; CHECK-NOT: shl
; CHECK: br i1 %c, label %b, label %e
; CHECK: b:
; CHECK: %[[HIDDEN:.*]] = call i32 asm "// opencicc.keep {{[0-9]+}}\0A\09mov.b32 $0, $1;", "=r,r"(i32 %l)
; CHECK: %remat_t = shl i32 %[[HIDDEN]], 2
; CHECK: store volatile i32 %remat_t
; CHECK: %remat_u = add i32 {{.*}}, 7
; CHECK: e:
; CHECK: call i32 asm "// opencicc.keep
; CHECK: %remat_t1 = shl i32
; BELOW-LABEL: @chosen(
; BELOW: %t = shl i32 %l, 2
; BELOW-NOT: remat_
define ptx_kernel void @chosen(i32 %a, i32 %n, i1 %c, ptr addrspace(1) %p) {
entry:
  %l = load volatile i32, ptr addrspace(1) %p
  %t = shl i32 %l, 2
  %u = add i32 %l, 7
  store volatile i32 %l, ptr addrspace(1) %p
  br i1 %c, label %b, label %e
b:
  store volatile i32 %t, ptr addrspace(1) %p
  store volatile i32 %u, ptr addrspace(1) %p
  store volatile i32 %l, ptr addrspace(1) %p
  br label %e
e:
  store volatile i32 %t, ptr addrspace(1) %p
  store volatile i32 %l, ptr addrspace(1) %p
  ret void
}

; Never: volatile loads, atomics, what needs other threads, calls with effects, phis and freeze.
declare i32 @effect(i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
; CHECK-LABEL: @never(
; CHECK: load volatile
; CHECK: atomicrmw
; CHECK: call i32 @effect
; CHECK: call i32 @llvm.nvvm.shfl
; CHECK: freeze
; CHECK: b:
; CHECK-NOT: remat_
; CHECK-NOT: uclone_
; CHECK: ret void
define ptx_kernel void @never(i32 %x, i1 %c, ptr addrspace(1) %p) {
entry:
  %l = load volatile i32, ptr addrspace(1) %p
  %m = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %f = call i32 @effect(i32 %x)
  %s = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 0, i32 31)
  %z = freeze i32 %x
  br i1 %c, label %b, label %e
b:
  store volatile i32 %l, ptr addrspace(1) %p
  store volatile i32 %m, ptr addrspace(1) %p
  store volatile i32 %f, ptr addrspace(1) %p
  store volatile i32 %s, ptr addrspace(1) %p
  store volatile i32 %z, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; A sum whose operands die there would keep two values instead of one.
; CHECK-LABEL: @costs_more(
; CHECK: %t = add i32 %l, %m
; CHECK-NOT: remat_
; CHECK: ret void
define ptx_kernel void @costs_more(i1 %c, ptr addrspace(1) %p) {
entry:
  %l = load volatile i32, ptr addrspace(1) %p
  %m = load volatile i32, ptr addrspace(1) %p
  %k = load volatile i32, ptr addrspace(1) %p
  %h = load volatile i32, ptr addrspace(1) %p
  %t = add i32 %l, %m
  br i1 %c, label %b, label %e
b:
  store volatile i32 %k, ptr addrspace(1) %p
  store volatile i32 %h, ptr addrspace(1) %p
  store volatile i32 %t, ptr addrspace(1) %p
  br label %e
e:
  ret void
}

; What others call has no target of its own.
define void @helper(ptr %p) {
  %l = load volatile i32, ptr %p
  store volatile i32 %l, ptr %p
  ret void
}
