; Loops that index arrays by one counter of 32 bits with a step that is known at run time stay as they are.
; RUN: opencicc opt %s --passes=nv-loop-reduce<late> -lsr-shared-index=2 | filecheck %s
; RUN: opencicc opt %s --passes=nv-loop-reduce<late> -lsr-shared-index=3 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=nv-loop-reduce<late> | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=nv-loop-reduce -lsr-shared-index=2 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=nv-loop-reduce<late> -lsr-shared-index=2 -Rpass-missed=nv-loop -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: grid: remark: left a loop as it is: one index of 32 bits serves 2 arrays [-Rpass-missed=nv-loop-reduce]
; REMARK: shifted: remark: left a loop as it is
; REMARK-NOT: remark
; OFF-NOT: loop.reduce
; OFF-NOT: opencicc-skips
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @grid(
; CHECK-SAME: [[MARKED:#[0-9]+]]
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop
define ptx_kernel void @grid(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %first, i32 %step, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %wide
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %x, ptr addrspace(1) %to
  %next = add nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A constant step: the addresses of a reduced loop are one counter and constants.
; CHECK-LABEL: @neighbours(
; CHECK: br i1 %more, label %loop, label %done{{$}}
define ptx_kernel void @neighbours(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %first, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %wide
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %x, ptr addrspace(1) %to
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A counter of 64 bits takes two instructions an address either way.
; CHECK-LABEL: @wide(
; CHECK: br i1 %more, label %loop, label %done{{$}}
define ptx_kernel void @wide(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %first, i64 %step, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %x, ptr addrspace(1) %to
  %next = add nsw i64 %i, %step
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; One array, indexed twice.
; CHECK-LABEL: @in_place(
; CHECK: br i1 %more, label %loop, label %done{{$}}
define ptx_kernel void @in_place(ptr addrspace(1) %out, i32 %first, i32 %step, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %from = getelementptr float, ptr addrspace(1) %out, i64 %wide
  %x = load float, ptr addrspace(1) %from
  %y = fneg float %x
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %y, ptr addrspace(1) %to
  %next = add nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Its sums with what stays the same are indices too.
; CHECK-LABEL: @shifted(
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop
define ptx_kernel void @shifted(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %first, i32 %step, i32 %n, i32 %by) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %index = add nsw i32 %i, %by
  %wide = sext i32 %index to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %wide
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %x, ptr addrspace(1) %to
  %next = add nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Addresses of shared memory have 32 bits.
; CHECK-LABEL: @near(
; CHECK: br i1 %more, label %loop, label %done{{$}}
define ptx_kernel void @near(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(3) %copy, i32 %first, i32 %step, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %wide
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %x, ptr addrspace(1) %to
  %near = getelementptr float, ptr addrspace(3) %copy, i64 %wide
  store float %x, ptr addrspace(3) %near
  %next = add nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
; CHECK: attributes [[MARKED]] = {{.*}}"opencicc-skips"="marked-loop-reduce"
