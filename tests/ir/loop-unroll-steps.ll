; `for (int step : {32, 16})` around a loop of that step: in each copy of the outer loop the trips of the inner one are known, and a copy
; that has none is gone before anything is decided about it.
; RUN: opencicc opt %s --passes=loop-unroll-full -arch=sm_90 -Rpass=unroll -o %t 2>&1 | filecheck %s --check-prefix=SAYS
; RUN: opencicc opt %s --passes=loop-unroll-full -arch=sm_90 --verify-each | filecheck %s
; SAYS: unrolled completely, asked for by a pragma: 2 trips
; SAYS: unrolled completely, asked for by a pragma: 3 trips
; SAYS-NOT: unrolled
; CHECK-COUNT-3: store float
; CHECK-NOT: store float
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @steps(ptr addrspace(1) %out, float %x) {
entry:
  %table = alloca [2 x i32]
  store i32 32, ptr %table
  %second = getelementptr [2 x i32], ptr %table, i64 0, i64 1
  store i32 16, ptr %second
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %at = getelementptr [2 x i32], ptr %table, i64 0, i64 %k
  %step = load i32, ptr %at
  %largest = icmp eq i32 %step, 32
  br i1 %largest, label %first, label %later
later:
  %twice = shl i32 %step, 1
  %rest = srem i32 96, %twice
  %from = sub i32 96, %rest
  br label %first
first:
  %start = phi i32 [ 0, %outer ], [ %from, %later ]
  %some = icmp slt i32 %start, 96
  br i1 %some, label %inner, label %next
inner:
  %i = phi i32 [ %start, %first ], [ %i.next, %inner ]
  %wide = sext i32 %i to i64
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %x, ptr addrspace(1) %to
  %i.next = add nsw i32 %i, %step
  %more = icmp slt i32 %i.next, 96
  br i1 %more, label %inner, label %next, !llvm.loop !0
next:
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, 2
  br i1 %done, label %end, label %outer, !llvm.loop !2
end:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
!2 = distinct !{!2, !1}
