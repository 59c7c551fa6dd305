; RUN: opencicc opt %s --passes=loop-unroll-full -arch=sm_90 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll-full,sroa -arch=sm_90 | filecheck %s --check-prefix=VALUES

target triple = "nvptx64-nvidia-cuda"

; for (k = 0; k < 4; ++k) for (j = k + 1; j < 4; ++j) m[j] -= m[k], with pragmas: the inner loop has three trips at most
; as it stands and an exact number in every copy of the outer one. So that one goes first, and no test is left.
define ptx_kernel void @triangle(ptr addrspace(1) %from, ptr addrspace(1) %to) {
; CHECK-LABEL: @triangle(
; CHECK-COUNT-6: fsub float
; CHECK-NOT: br i1 %
; CHECK: ret void
; VALUES-LABEL: @triangle(
; VALUES-NOT: alloca
; VALUES: ret void
entry:
  %m = alloca [4 x float], align 16
  %all = load <4 x float>, ptr addrspace(1) %from, align 16
  store <4 x float> %all, ptr %m, align 16
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %k1, %next ]
  %k1 = add nuw nsw i32 %k, 1
  %has = icmp samesign ult i32 %k, 3
  br i1 %has, label %ahead, label %next
ahead:
  br label %inner
inner:
  %j = phi i32 [ %k1, %ahead ], [ %j1, %inner ]
  %k.at = getelementptr inbounds [4 x float], ptr %m, i32 0, i32 %k
  %j.at = getelementptr inbounds [4 x float], ptr %m, i32 0, i32 %j
  %a = load float, ptr %k.at
  %b = load float, ptr %j.at
  %c = fsub float %b, %a
  store float %c, ptr %j.at
  %j1 = add nuw nsw i32 %j, 1
  %in = icmp samesign ult i32 %j1, 4
  br i1 %in, label %inner, label %left, !llvm.loop !0
left:
  br label %next
next:
  %out = icmp samesign ult i32 %k1, 4
  br i1 %out, label %outer, label %exit, !llvm.loop !2
exit:
  %done = load <4 x float>, ptr %m, align 16
  store <4 x float> %done, ptr addrspace(1) %to, align 16
  ret void
}

; The loop around it is to stay: nothing makes the inner one's trips exact, and there is one of each.
define ptx_kernel void @stays(ptr addrspace(1) %p) {
; CHECK-LABEL: @stays(
; CHECK: fneg float
; CHECK: br i1 %out, label %outer
; CHECK-NOT: fneg float
; CHECK: ret void
entry:
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %k1, %left ]
  %k1 = add nuw nsw i32 %k, 1
  br label %inner
inner:
  %j = phi i32 [ %k, %outer ], [ %j1, %inner ]
  %at = getelementptr inbounds float, ptr addrspace(1) %p, i32 %j
  %a = load float, ptr addrspace(1) %at
  %c = fneg float %a
  store float %c, ptr addrspace(1) %at
  %j1 = add nuw nsw i32 %j, 1
  %in = icmp samesign ult i32 %j1, 4
  br i1 %in, label %inner, label %left, !llvm.loop !0
left:
  %out = icmp samesign ult i32 %k1, 4
  br i1 %out, label %outer, label %exit, !llvm.loop !3
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.unroll.disable"}
