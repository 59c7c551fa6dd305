; RUN: opencicc opt %s --passes=loop-unroll -Rpass=loop-unroll -Rpass-missed=loop-unroll -o %t 2>&1 | filecheck %s
; RUN: opencicc opt %s --passes=loop-unroll --unroll-straight-remainder=0 | filecheck %s --check-prefix=LOOP

target triple = "nvptx64-nvidia-cuda"

; Every trip stores where the last one did: the next load must wait, and copies would wait one by one.
; CHECK: stores_to_one_place: remark: not unrolled
define ptx_kernel void @stores_to_one_place(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %at, align 4
  %more = add i32 %sum, %v
  store i32 %more, ptr addrspace(1) %out, align 4
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  ret void
}

; ... and where it moves on, they overlap.
; The same without a load: nothing waits, and copies share the counter's step, the test and the branch.
; CHECK: only_stores_to_one_place: remark: unrolled by 4
define ptx_kernel void @only_stores_to_one_place(ptr addrspace(1) %out, i32 %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %product = mul i32 %i, %x
  %bits = xor i32 %product, %i
  store volatile i32 %bits, ptr addrspace(1) %out, align 4
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  ret void
}

; CHECK: stores_moving_on: remark: unrolled by 4
define ptx_kernel void @stores_moving_on(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %at, align 4
  %more = add i32 %sum, %v
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %more, ptr addrspace(1) %to, align 4
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  ret void
}

; A loop inside another one: its remainder is straight code, with the native helper, unless the knob says no.
; CHECK: rows: remark: unrolled by 4 with a {{straight remainder|remainder loop}}
; LOOP-LABEL: @rows(
; LOOP-COUNT-5: load float, ptr addrspace(1)
; LOOP-NOT: load float
; LOOP: ret void
define ptx_kernel void @rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %rows, i32 %n) {
entry:
  br label %outer
outer:
  %r = phi i32 [ 0, %entry ], [ %r.next, %outer.latch ]
  %row = mul i32 %r, %n
  br label %loop
loop:
  %i = phi i32 [ 0, %outer ], [ %next, %loop ]
  %sum = phi float [ 0.0, %outer ], [ %more, %loop ]
  %k = add i32 %row, %i
  %at = getelementptr float, ptr addrspace(1) %in, i32 %k
  %v = load float, ptr addrspace(1) %at, align 4
  %more = fadd float %sum, %v
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %outer.latch
outer.latch:
  %to = getelementptr float, ptr addrspace(1) %out, i32 %r
  store float %more, ptr addrspace(1) %to, align 4
  %r.next = add nuw nsw i32 %r, 1
  %r.test = icmp slt i32 %r.next, %rows
  br i1 %r.test, label %outer, label %done
done:
  ret void
}

; A bitmap: eight trips read one byte, which is near after the first. Nothing waits, and counting the trips costs more than copies
; gain. (Only the native helper can count these trips.)
; CHECK: bitmap: remark: not unrolled: {{counting its trips is expensive|its trips are not known}}
define ptx_kernel void @bitmap(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %first, i32 %n) {
entry:
  %end = add nsw i32 %first, 64
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %byte = lshr i32 %i, 3
  %wide = zext nneg i32 %byte to i64
  %at = getelementptr i8, ptr addrspace(1) %in, i64 %wide
  %v = load i8, ptr addrspace(1) %at, align 1
  %v32 = zext i8 %v to i32
  %more = add i32 %sum, %v32
  %next = add nuw nsw i32 %i, 1
  %in.part = icmp slt i32 %next, %end
  %in.all = icmp slt i32 %next, %n
  %test = select i1 %in.part, i1 %in.all, i1 false
  br i1 %test, label %loop, label %done
done:
  store i32 %more, ptr addrspace(1) %out, align 4
  ret void
}

; Without the shift every trip reads another byte: four of them wait together, which is worth the counting.
; CHECK: bytes: remark: {{unrolled by 4|not unrolled: its trips are not known}}
define ptx_kernel void @bytes(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %first, i32 %n) {
entry:
  %end = add nsw i32 %first, 64
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %wide = zext nneg i32 %i to i64
  %at = getelementptr i8, ptr addrspace(1) %in, i64 %wide
  %v = load i8, ptr addrspace(1) %at, align 1
  %v32 = zext i8 %v to i32
  %more = add i32 %sum, %v32
  %next = add nuw nsw i32 %i, 1
  %in.part = icmp slt i32 %next, %end
  %in.all = icmp slt i32 %next, %n
  %test = select i1 %in.part, i1 %in.all, i1 false
  br i1 %test, label %loop, label %done
done:
  store i32 %more, ptr addrspace(1) %out, align 4
  ret void
}

; Where they are counted easily, copies gain the counter's steps and no waiting: 75 % if every trip read another byte.
; CHECK: bits: remark: unrolled by {{.*}} for {{[1-4]?[0-9]}} % fewer cycles
define ptx_kernel void @bits(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %byte = lshr i32 %i, 3
  %wide = zext nneg i32 %byte to i64
  %at = getelementptr i8, ptr addrspace(1) %in, i64 %wide
  %v = load i8, ptr addrspace(1) %at, align 1
  %v32 = zext i8 %v to i32
  %more = add i32 %sum, %v32
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  store i32 %more, ptr addrspace(1) %out, align 4
  ret void
}
