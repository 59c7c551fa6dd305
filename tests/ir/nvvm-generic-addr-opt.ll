; RUN: opencicc opt %s --passes=nvvm-generic-addr-opt | filecheck %s
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=ON
; RUN: opencicc opt %s -O3 -no-genericaddropt --print-pipeline-passes | filecheck %s --check-prefix=OFF
; ON: nvvm-generic-addr-opt
; OFF-NOT: nvvm-generic-addr-opt
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [32 x i32] poison

; CHECK-LABEL: @ways(
; CHECK: left:
; CHECK: %[[L:.*]] = load i32, ptr addrspace(3)
; CHECK: right:
; CHECK: %[[R:.*]] = load i32, ptr addrspace(1) %g{{.*}} !tbaa
; CHECK: join:
; CHECK: %v = phi i32 [ %[[L]], %left ], [ %[[R]], %right ]
; CHECK-NOT: load i32
; CHECK: ret void
define ptx_kernel void @ways(ptr addrspace(1) %g, i1 %c, i64 %i) {
  br i1 %c, label %left, label %right
left:
  %at = getelementptr i32, ptr addrspace(3) @s, i64 %i
  %ls = addrspacecast ptr addrspace(3) %at to ptr
  br label %join
right:
  %rs = addrspacecast ptr addrspace(1) %g to ptr
  br label %join
join:
  %p = phi ptr [ %ls, %left ], [ %rs, %right ]
  %v = load i32, ptr %p, align 4, !tbaa !1
  store i32 %v, ptr addrspace(1) %g
  ret void
}

; A way that ends in a test would load for the other side too.
; CHECK-LABEL: @tested(
; CHECK: join:
; CHECK: load i32, ptr %p
define ptx_kernel void @tested(ptr addrspace(1) %g, i1 %c, i64 %i) {
  %at = getelementptr i32, ptr addrspace(3) @s, i64 %i
  %ls = addrspacecast ptr addrspace(3) %at to ptr
  br i1 %c, label %join, label %right
right:
  %rs = addrspacecast ptr addrspace(1) %g to ptr
  br label %join
join:
  %p = phi ptr [ %ls, %0 ], [ %rs, %right ]
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr addrspace(1) %g
  ret void
}

; A write in front: the load must not pass it. A volatile load stays where it is.
; CHECK-LABEL: @behind_a_store(
; CHECK: join:
; CHECK: load i32, ptr %p
; CHECK: load volatile i32, ptr %p
define ptx_kernel void @behind_a_store(ptr addrspace(1) %g, i1 %c, i64 %i) {
  br i1 %c, label %left, label %right
left:
  %ls = addrspacecast ptr addrspace(3) @s to ptr
  br label %join
right:
  %rs = addrspacecast ptr addrspace(1) %g to ptr
  br label %join
join:
  %p = phi ptr [ %ls, %left ], [ %rs, %right ]
  store i32 7, ptr addrspace(1) %g
  %v = load i32, ptr %p, align 4
  %w = load volatile i32, ptr %p, align 4
  %u = add i32 %v, %w
  store i32 %u, ptr addrspace(1) %g
  ret void
}

; One space, or a pointer of none: nothing to gain, nothing known.
; CHECK-LABEL: @unknown(
; CHECK: join:
; CHECK: load i32, ptr %p
define void @unknown(ptr %g, i1 %c) {
  br i1 %c, label %left, label %right
left:
  %ls = addrspacecast ptr addrspace(3) @s to ptr
  br label %join
right:
  br label %join
join:
  %p = phi ptr [ %ls, %left ], [ %g, %right ]
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %g
  ret void
}

!0 = !{!"root"}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !0}
