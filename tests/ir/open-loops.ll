; RUN: opencicc opt %s -O3 -arch=sm_90 -Rpass=open-loops -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc %s -O3 -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -O3 -arch=sm_90 --open-loops=0 -o - | filecheck %s --check-prefix=PTX-OFF
; RUN: opencicc opt %s -O3 -arch=sm_90 -Rpass-missed=open-loops -o %t 2>&1 | filecheck %s --check-prefix=MISSED
; RUN: opencicc %s -O3 -arch=sm_90 --open-array-loops -o - | filecheck %s --check-prefix=ARRAYS
; MISSED: fill: remark: no further copies by ptxas: the loop writes to a local array [-Rpass-missed=open-loops]
; MISSED-NOT: remark:
; REMARK: sum: remark: left 1 unrolled loop open to ptxas [-Rpass=open-loops]
; REMARK-NOT: remark:

target triple = "nvptx64-nvidia-cuda"

; Four copies by our choice: the loop is open, its remainder is not.
; PTX-LABEL: .entry sum(
; PTX-NOT: nounroll
; PTX: ld.global{{.*}}+4]
; PTX: .pragma "nounroll"
; PTX-NOT: ld.global{{.*}}+4]
; PTX: ret;
; PTX-OFF-LABEL: .entry sum(
; PTX-OFF: .pragma "nounroll"
; PTX-OFF: .pragma "nounroll"
; PTX-OFF: ret;
define ptx_kernel void @sum(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias %out, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %s = phi float [ 0.0, %0 ], [ %t, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %at
  %t = fadd float %s, %v
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store float %t, ptr addrspace(1) %out
  ret void
}

; A pragma's count is what the source wants: nobody makes more copies.
; PTX-LABEL: .entry sum_by_pragma(
; PTX: .pragma "nounroll"
; PTX: .pragma "nounroll"
; PTX: ret;
define ptx_kernel void @sum_by_pragma(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias %out, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %s = phi float [ 0.0, %0 ], [ %t, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %at
  %t = fadd float %s, %v
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  store float %t, ptr addrspace(1) %out
  ret void
}

; So is a loop that must not be unrolled.
; PTX-LABEL: .entry sum_one_by_one(
; PTX: .pragma "nounroll"
; PTX-NOT: .pragma
; PTX: ret;
define ptx_kernel void @sum_one_by_one(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias %out, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %s = phi float [ 0.0, %0 ], [ %t, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %at
  %t = fadd float %s, %v
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !2
end:
  store float %t, ptr addrspace(1) %out
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 4}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.unroll.disable"}

; A loop that writes to a local array and loads nothing has few trips and nothing to wait for: ptxas leaves it as it is.
; PTX-LABEL: .entry fill(
; PTX: .pragma "nounroll"
; PTX: st.local
; PTX: .pragma "nounroll"
; PTX: st.local
; PTX: ret;
; ARRAYS-LABEL: .entry fill(
; ARRAYS-NOT: nounroll
; ARRAYS: st.local
; ARRAYS: .pragma "nounroll"
; ARRAYS: st.local
; ARRAYS: ret;
define ptx_kernel void @fill(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias %out, i32 %n, i32 %which) {
  %array = alloca [48 x float]
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %v = uitofp i32 %i to float
  %place = getelementptr inbounds [48 x float], ptr %array, i64 0, i32 %i
  store float %v, ptr %place
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %chosen = getelementptr inbounds [48 x float], ptr %array, i64 0, i32 %which
  %read = load float, ptr %chosen
  store float %read, ptr addrspace(1) %out
  ret void
}
