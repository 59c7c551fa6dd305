; RUN: opencicc opt %s --passes=loop-unroll,sroa -arch=sm_90 --strict-passes | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll,sroa -arch=sm_90 --unroll-threshold=20 | filecheck %s --check-prefix=SMALL
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --unroll-assumed-size=1 | filecheck %s --check-prefix=ASSUMED
; RUN: env OPENCICC_NATIVE_HELPER=0 opencicc opt %s --passes=loop-unroll,sroa -arch=sm_90 | filecheck %s

target triple = "nvptx64-nvidia-cuda"

; 64 trips of this size are beyond the threshold; the array makes six times as much worth it, and is gone afterwards.
define ptx_kernel void @array(ptr %in, ptr %out) {
; CHECK-LABEL: @array(
; CHECK-NOT: alloca
; CHECK: ret void
; SMALL-LABEL: @array(
; SMALL: alloca
; SMALL: ret void
entry:
  %local = alloca [64 x float], align 4
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %from = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %from
  %x2 = fmul float %x, %x
  %x3 = fmul float %x2, %x
  %x4 = fmul float %x3, %x2
  %x5 = fadd float %x4, %x3
  %slot = getelementptr inbounds [64 x float], ptr %local, i32 0, i32 %i
  store float %x5, ptr %slot
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i1, 64
  br i1 %more, label %fill, label %drain
drain:
  %k = phi i32 [ 0, %fill ], [ %k1, %drain ]
  %slot2 = getelementptr inbounds [64 x float], ptr %local, i32 0, i32 %k
  %y = load float, ptr %slot2
  %to = getelementptr inbounds float, ptr %out, i32 %k
  store float %y, ptr %to
  %k1 = add nuw nsw i32 %k, 1
  %more2 = icmp ult i32 %k1, 64
  br i1 %more2, label %drain, label %exit
exit:
  ret void
}

; A count at the alloca makes an array as well as a type does.
define ptx_kernel void @counted(ptr %in, ptr %out) {
; CHECK-LABEL: @counted(
; CHECK-COUNT-64: load float, ptr %
; CHECK-NOT: br i1
; CHECK: ret void
entry:
  %local = alloca float, i32 64, align 4
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %from = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %from
  %x2 = fmul float %x, %x
  %x3 = fmul float %x2, %x
  %x4 = fmul float %x3, %x2
  %x5 = fadd float %x4, %x3
  %slot = getelementptr inbounds float, ptr %local, i32 %i
  store float %x5, ptr %slot
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i1, 64
  br i1 %more, label %fill, label %exit
exit:
  %last = getelementptr inbounds float, ptr %local, i32 5
  %y = load volatile float, ptr %last
  store float %y, ptr %out
  ret void
}

; Nobody knows how long this one is: unroll-assumed-size.
define ptx_kernel void @variable(ptr %in, ptr %out, i32 %n) {
; CHECK-LABEL: @variable(
; CHECK-COUNT-64: load float, ptr %
; CHECK-NOT: br i1
; CHECK: ret void
; ASSUMED-LABEL: @variable(
; ASSUMED: br i1
; ASSUMED: ret void
entry:
  %local = alloca float, i32 %n, align 4
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %from = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %from
  %x2 = fmul float %x, %x
  %x3 = fmul float %x2, %x
  %x4 = fmul float %x3, %x2
  %x5 = fadd float %x4, %x3
  %slot = getelementptr inbounds float, ptr %local, i32 %i
  store float %x5, ptr %slot
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i1, 64
  br i1 %more, label %fill, label %exit
exit:
  %last = getelementptr inbounds float, ptr %local, i32 5
  %y = load volatile float, ptr %last
  store float %y, ptr %out
  ret void
}

; One element is no array: 64 trips stay beyond the threshold.
define ptx_kernel void @single(ptr %in, ptr %out) {
; CHECK-LABEL: @single(
; CHECK: br i1
; CHECK: ret void
entry:
  %local = alloca float, i32 1, align 4
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %from = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %from
  %x2 = fmul float %x, %x
  %x3 = fmul float %x2, %x
  %x4 = fmul float %x3, %x2
  %x5 = fadd float %x4, %x3
  %slot = getelementptr inbounds float, ptr %local, i32 %i
  store float %x5, ptr %slot
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i1, 64
  br i1 %more, label %fill, label %exit
exit:
  %last = getelementptr inbounds float, ptr %local, i32 5
  %y = load volatile float, ptr %last
  store float %y, ptr %out
  ret void
}
