; Where a function has no room for all loops, those inside of a loop that stays come first: they run often, the others once.
; RUN: opencicc opt %s --passes=loop-unroll --unroll-max-function-size=150 -Rpass=loop-unroll -Rpass-missed=loop-unroll -o %t 2>&1 | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll -Rpass=loop-unroll -o %t 2>&1 | filecheck %s --check-prefix=ROOM

target triple = "nvptx64-nvidia-cuda"

; The cold loop stands first and last; with room for all of them nothing has to wait.
; CHECK: hot_in_the_middle: remark: unrolled completely: 12 trips
; CHECK: hot_in_the_middle: remark: not unrolled: {{.*}}the function would grow to {{[0-9]+}}, more than 150
; CHECK: hot_in_the_middle: remark: not unrolled: {{.*}}the function would grow to {{[0-9]+}}, more than 150
; ROOM-COUNT-3: hot_in_the_middle: remark: unrolled completely
define ptx_kernel void @hot_in_the_middle(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %first
first:
  %a = phi i32 [ 0, %entry ], [ %a.next, %first ]
  %a.sum = phi float [ 0.0, %entry ], [ %a.more, %first ]
  %a.at = getelementptr float, ptr addrspace(1) %in, i32 %a
  %a.v = load float, ptr addrspace(1) %a.at, align 4
  %a.square = fmul float %a.v, %a.v
  %a.more = fadd float %a.sum, %a.square
  %a.next = add nuw nsw i32 %a, 1
  %a.test = icmp ult i32 %a.next, 16
  br i1 %a.test, label %first, label %outer
outer:
  %k = phi i32 [ 0, %first ], [ %k.next, %outer.latch ]
  %k.sum = phi float [ %a.more, %first ], [ %b.more, %outer.latch ]
  %row = shl i32 %k, 4
  br label %inner
inner:
  %b = phi i32 [ 0, %outer ], [ %b.next, %inner ]
  %b.sum = phi float [ %k.sum, %outer ], [ %b.more, %inner ]
  %b.number = add i32 %row, %b
  %b.at = getelementptr float, ptr addrspace(1) %in, i32 %b.number
  %b.v = load float, ptr addrspace(1) %b.at, align 4
  %b.more = fadd float %b.sum, %b.v
  %b.next = add nuw nsw i32 %b, 1
  %b.test = icmp ult i32 %b.next, 12
  br i1 %b.test, label %inner, label %outer.latch
outer.latch:
  %k.next = add nuw nsw i32 %k, 1
  %k.test = icmp slt i32 %k.next, %n
  br i1 %k.test, label %outer, label %last
last:
  %c = phi i32 [ 0, %outer.latch ], [ %c.next, %last ]
  %c.sum = phi float [ %b.more, %outer.latch ], [ %c.more, %last ]
  %c.at = getelementptr float, ptr addrspace(1) %in, i32 %c
  %c.v = load float, ptr addrspace(1) %c.at, align 4
  %c.square = fmul float %c.v, %c.v
  %c.more = fadd float %c.sum, %c.square
  %c.next = add nuw nsw i32 %c, 1
  %c.test = icmp ult i32 %c.next, 16
  br i1 %c.test, label %last, label %done
done:
  store float %c.more, ptr addrspace(1) %out, align 4
  ret void
}
